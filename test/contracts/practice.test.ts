// Tests habits of public servers, for example envelopes, members that the contract does not name, and names
// such as `constructor`.
// @module-tag whole
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { contractOf } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'

const author = { name: { type: 'string' }, mail: { type: 'string' } }
const members = {
  text: { type: 'string', minLength: 1 },
  // This pattern has no clause. It only limits the values that the run sends.
  colour: { type: 'string', pattern: '^[a-z0-9]{3,9}$', 'x-clauses': { pattern: null } },
  author: { type: 'object', required: ['name', 'mail'], properties: author },
  pin: { type: 'string' },
}
const body = { type: 'object', required: ['text', 'colour', 'author'], properties: members }
const shown = {
  type: 'object',
  required: ['id', 'text', 'colour', 'author'],
  properties: {
    ...{ id: { type: 'string' }, text: { type: 'string' }, colour: { type: 'string' } },
    author: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
}
const done = { type: 'object', required: ['data'], properties: { data: { type: 'object' } } }
const id = { name: 'id', in: 'path', resource: 'notes', schema: { type: 'string' } }
const number = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } })
const wrapped = { type: 'object', required: ['fields'], properties: { fields: body } }
const mistake = { type: 'object', required: ['error'] }

const operation = (name: string, method: string, path: string, more: object): Record<string, JsonObject> => ({
  [`operations/${name}.json`]: { name, title: name, method, path, success: [200], ...more } as JsonObject,
})
const files = {
  'contract.json': {
    ...{ name: 'notes', title: 'Notes', version: '1' },
    refusals: { malformed: [400], invalid: [400], unknown: [404] },
  },
  ...operation('notes.create', 'POST', '/notes', { request: wrapped, response: done }),
  ...operation('notes.get', 'GET', '/notes/{id}', { parameters: [id], response: shown }),
  ...operation('notes.replace', 'PUT', '/notes/{id}', {
    ...{ parameters: [id], request: wrapped, responses: { 400: { schema: mistake } } },
  }),
  ...operation('notes.delete', 'DELETE', '/notes/{id}', { parameters: [id] }),
  ...operation('notes.list', 'GET', '/notes', {
    parameters: [number('page'), number('limit')],
    response: { type: 'array', items: shown },
  }),
  'resources/notes.json': {
    ...{
      $id: 'notes',
      title: 'note',
      secret: ['/pin'],
      afterDelete: [404],
      serverSet: { '/id': 'constant' },
    },
    life: Object.fromEntries(
      Object.entries({
        create: 'create',
        read: 'get',
        replace: 'replace',
        delete: 'delete',
        list: 'list',
      }).map(([act, name]) => [act, `notes.${name}`]),
    ),
    id: { 'notes.create': '/data/id', default: '/id' },
    envelopes: { 'notes.create': { request: '/fields' }, 'notes.replace': { request: '/fields' } },
    paging: { by: 'page', parameter: 'page', size: 'limit' },
  } as JsonObject,
} as Readonly<Record<string, JsonObject>>
const contract = contractOf(files)

interface Served {
  readonly baseUrl: string
  readonly notes: Record<string, JsonObject>
}

async function served({ isPlainObject = false, isPicky = false } = {}): Promise<Served> {
  // A plain object inherits members such as `constructor`. Servers that use a plain object therefore find
  // resources that do not exist.
  const notes: Record<string, JsonObject> = isPlainObject ? {} : Object.create(null)
  const server = createServer(async (request, response) => {
    const answer = (status: number, content: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const [path = '', query] = (request.url ?? '').split('?')
    const searchParams = new URLSearchParams(query)
    const [key = ''] = [path.split('/').slice(2).join('/')].flatMap((one) => textIn(one) ?? [])
    const { method } = request
    if (key === '' && method === 'GET') {
      const size = Number(searchParams.get('limit') ?? 50)
      if (!Number.isFinite(size)) return answer(400, { error: 'limit' })
      const first = (Number(searchParams.get('page') ?? 1) - 1) * size
      return answer(200, Object.values(notes).slice(first, first + size))
    }
    const sent: unknown = await text(request)
      .then(JSON.parse)
      .catch(() => null)
    const fields = isObject(sent as JsonObject) ? (sent as JsonObject).fields : null
    const isChange = method === 'POST' || method === 'PUT'
    if (method === 'PUT' && !notes[key]) return answer(404, { error: 'unknown' })
    if (isChange && !isNote(fields, isPicky && method === 'POST')) return answer(400, { error: 'invalid' })
    if (isChange) {
      const own = method === 'POST' ? randomUUID() : key
      notes[own] = { ...(fields as JsonObject), id: own, pin: null }
      return answer(200, { data: { id: own } })
    }
    if (!Object.hasOwn(notes, key)) return answer(404, { error: 'unknown' })
    const note = notes[key] as JsonObject
    if (method === 'DELETE') delete notes[key]
    answer(200, note)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, notes }
}

function textIn(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function isNote(value: unknown, isPicky: boolean): boolean {
  if (!isObject(value as JsonObject)) return false
  const { text, colour, author, pin } = value as JsonObject
  const isText = (one: unknown): boolean => typeof one === 'string'
  const { name, mail } = isObject(author) ? author : {}
  const isWhole = isText(text) && text !== '' && isText(colour) && [name, mail].every(isText)
  // With `isPicky`, the server refuses some colours that the schema allows.
  return isWhole && (pin === undefined || isText(pin)) && !(isPicky && /[a-f]$/.test(String(colour)))
}

const checked = ({ baseUrl }: Served, seed: number) =>
  conformance({ contract, baseUrl, environment: {}, seed, depth: 'default' })

test('nothing fails, and every clause has a verdict', async () => {
  const server = await served()
  const { clauses, resources } = await checked(server, 1)
  expect(clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => [id, verdict])).toEqual(
    [],
  )
  expect(resources.leaked).toEqual([])
  expect(server.notes).toEqual({})
}, 60_000)

// If the run sent only one body for each clause, 4 to 16 clauses would have no verdict with these seeds.
test.each([1, 2, 3, 4, 5])(
  'if the server refuses some valid values, the run sends others (seed %i)',
  async (seed) => {
    const { clauses } = await checked(await served({ isPicky: true }), seed)
    expect(clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
    const open = clauses.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
    expect(open.length, open.join()).toBeLessThan(4)
  },
  60_000,
)

test('removes what a replacement created under another id', async () => {
  const server = await served({ isPlainObject: true })
  const { clauses, resources } = await checked(server, 1)
  const failed = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toContain('notes.replace.other-id')
  expect(resources.leaked).toEqual([])
  expect(server.notes).toEqual({})
}, 60_000)

test('leaves an existing resource with that id unchanged', async () => {
  const server = await served({ isPlainObject: true })
  const theirs = {
    id: 'constructor',
    text: 'of somebody else',
    colour: 'red',
    author: { name: 'Ann', mail: 'a' },
  }
  Object.assign(server.notes, { constructor: theirs })
  await checked(server, 1)
  expect(server.notes).toEqual({ constructor: theirs })
}, 60_000)

test('does not judge a keyword without a clause, or a response that shows no sent value', () => {
  const names = [...contract.clauses.keys()]
  expect(names).toContain('notes.create.colour-type')
  expect(names).not.toContain('notes.create.colour-pattern')
  expect(names).not.toContain('notes.create.as-sent')
})

test('refuses an envelope that the request does not have', () => {
  const resource = files['resources/notes.json'] as JsonObject
  const other = { ...resource, envelopes: { 'notes.create': { request: '/felds' } } }
  expect(() => contractOf({ ...files, 'resources/notes.json': other })).toThrow(
    'the request of notes.create has no member /felds',
  )
})
