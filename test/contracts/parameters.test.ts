// Tests parameters in the query, in headers and in cookies.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { library } from '../../src/contract/contract.testing.ts'
import { type Contract, contractIn, loadContract, operationOf } from '../../src/contract/index.ts'
import { operationRequest } from '../../src/engine/requests/operation-request.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'

const parameters = [
  { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 50 } },
  {
    name: 'tags',
    in: 'query',
    required: false,
    explode: false,
    schema: { type: 'array', maxItems: 2, items: { enum: ['a', 'b'] } },
  },
  { name: 'tenant', in: 'query', required: true, schema: { type: 'string', pattern: '^[a-z]{3}$' } },
  { name: 'X-Mode', in: 'header', required: true, schema: { enum: ['fast', 'slow'] } },
  { name: 'version', in: 'query', value: 'v1', schema: { type: 'string' } },
  { name: 'session', in: 'cookie', required: false, schema: { type: 'integer', minimum: 0 } },
]

const contractWith = (list: readonly object[], more: object = {}): Contract => {
  const folder = mkdtempSync(join(tmpdir(), 'tc-parameters-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    ...library,
    'operations/books.list.json': { ...library['operations/books.list.json'], parameters: list, ...more },
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'schemas', path)), { recursive: true })
    writeFileSync(join(folder, 'schemas', path), JSON.stringify(content))
  }
  return loadContract(contractIn(folder))
}

const sentBy = (contract: Contract) => {
  const { path, headers } = operationRequest(contract, operationOf(contract, 'books.list'), '', undefined)
  return { path, headers }
}

test('always sends required parameters and fixed values, and not optional ones', () => {
  const { path, headers } = sentBy(contractWith(parameters))
  expect(path).toMatch(/^\/books\?tenant=[a-z]{3}&version=v1$/)
  expect(headers).toEqual({ 'x-mode': expect.stringMatching(/^(?:fast|slow)$/) })
})

const required = (more: object) => [{ name: 'p', in: 'query', required: true, ...more }]
const list = { schema: { type: 'array', const: ['a b', 'c'] } }
const pairs = { schema: { type: 'object', const: { x: 1, y: 'ü' } } }

test.each([
  [list, 'p=a%20b&p=c'],
  [{ ...list, explode: false }, 'p=a%20b,c'],
  [{ ...list, style: 'spaceDelimited' }, 'p=a%20b%20c'],
  [{ ...list, style: 'pipeDelimited' }, 'p=a%20b%7Cc'],
  [pairs, 'x=1&y=%C3%BC'],
  [{ ...pairs, explode: false }, 'p=x,1,y,%C3%BC'],
  [{ ...pairs, style: 'deepObject' }, 'p%5Bx%5D=1&p%5By%5D=%C3%BC'],
  [{ schema: { type: 'string', default: 'd', examples: ['e'] } }, 'p=d'],
  [{ schema: { type: 'string', examples: ['e'] } }, 'p=e'],
  [{ schema: { enum: ['only'] } }, 'p=only'],
])('writes %j as %s', (parameter, query) => {
  expect(sentBy(contractWith(required(parameter))).path).toBe(`/books?${query}`)
})

test.each([
  [{ in: 'header', ...list }, { p: 'a b,c' }],
  [{ in: 'header', ...pairs, explode: true }, { p: 'x=1,y=ü' }],
  [{ in: 'cookie', schema: { const: 'a b' } }, { cookie: 'p=a%20b' }],
])('writes %j as %j', (parameter, headers) => {
  expect(sentBy(contractWith(required(parameter))).headers).toEqual(headers)
})

const own = /^books\.list\.(?:query|header|cookie)-/

test('each parameter that says whether it is required has its own clauses', () => {
  const { clauses } = contractWith(parameters, { keywords: 'SHOULD', source: '#/paths/~1books/get' })
  const told = [...clauses.values()].filter(({ id }) => own.test(id))
  expect(told.map(({ name, level }) => `${level} ${name}`)).toEqual([
    'SHOULD cookie-session-accepted',
    'SHOULD cookie-session-minimum',
    'SHOULD cookie-session-type',
    'SHOULD header-x-mode-enum',
    'SHOULD header-x-mode-required',
    'SHOULD query-limit-accepted',
    'SHOULD query-limit-maximum',
    'SHOULD query-limit-minimum',
    'SHOULD query-limit-type',
    'SHOULD query-tags-accepted',
    'SHOULD query-tags-enum',
    'SHOULD query-tags-max-items',
    'SHOULD query-tenant-pattern',
    'SHOULD query-tenant-required',
  ])
  expect(clauses.has('books.list.query-refused')).toBe(false)
})

test('a parameter that does not say whether it is required keeps the clause of the whole query', () => {
  const { clauses } = contractWith([{ name: 'limit', in: 'query', schema: { maximum: 9 } }])
  expect([...clauses.keys()].filter((id) => id.startsWith('books.list.query'))).toEqual([
    'books.list.query-refused',
  ])
})

test('all clauses of parameters can be proven, each by its mutation', async () => {
  const only = ['query', 'header', 'cookie'].map((place) => `books.list.${place}-`)
  const { clauses } = await verifyContract(contractWith(parameters), { only })
  expect(clauses).toHaveLength(14)
  expect(clauses.filter(({ proven }) => !proven)).toEqual([])
}, 60_000)

const servers = {
  name: 'books.list',
  title: 'List the books of a server',
  method: 'GET',
  path: '/servers/{server_id}/books',
  response: library['operations/books.list.json']?.response,
}

test('fills in a fixed path parameter, which is no id', () => {
  const fixed = [{ name: 'server_id', in: 'path', value: 'local host', schema: { type: 'string' } }]
  const contract = contractWith(fixed, servers)
  expect(sentBy(contract).path).toBe('/servers/local%20host/books')
  expect(operationOf(contract, 'books.list').parameters).toEqual([])
})

test('the profile sets path parameters, which fill every path', () => {
  const open = [{ name: 'server_id', in: 'path', schema: { type: 'string' } }]
  const contract = contractWith(open, servers)
  const settings = (values: object) => {
    const folder = mkdtempSync(join(tmpdir(), 'tc-profile-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const profile = join(folder, 'profile.json')
    writeFileSync(profile, JSON.stringify({ name: 'here', parameters: values }))
    return resolveSettings({ contract, profile, baseUrl: 'http://127.0.0.1:1' }, {}, false)
  }
  expect(sentBy(settings({ server_id: 'localhost' }).contract).path).toBe('/servers/localhost/books')
  expect(() => settings({ serverid: 'localhost' })).toThrow(
    /unknown path parameter "serverid": did you mean "server_id"\?/,
  )
})

test('options accept an alias of an operation', () => {
  const contract = contractWith([], { aliases: ['listBooks'] })
  const scope = (only: string) =>
    resolveSettings({ contract, only: [only], baseUrl: 'http://127.0.0.1:1' }, {}, false).scope.only
  expect(scope('listBooks')).toEqual(['books.list'])
  expect(scope('listBooks.accepts')).toEqual(['books.list.accepts'])
  expect(() => scope('listBook')).toThrow(/did you mean listBooks\?/)
})
