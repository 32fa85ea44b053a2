// Tests the bodies of refusals in every documented media type.
// @module-tag whole
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { conformance, contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'

const media = (type: string, schema: object) => ({ description: type, content: { [type]: { schema } } })
const problem = {
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer', minimum: 400, maximum: 599 } },
}
const documented = {
  text: media('text/plain', { type: 'string', minLength: 3, pattern: '^no ' }),
  problem: media('application/problem+json', problem),
  xml: media('application/xml', { type: 'object' }),
}
type Kind = keyof typeof documented
const memo = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'string', readOnly: true },
    text: { type: 'string', minLength: 1, maxLength: 90 },
  },
}

const documentOf = (kind: Kind, at: '404' | '4XX' | 'default') => {
  const shown = media('application/json', memo)
  const errors = at === '404' ? { 400: documented[kind], 404: documented[kind] } : { [at]: documented[kind] }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    openapi: '3.0.3',
    info: { title: 'Memos', version: '1' },
    paths: {
      '/memos': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: memo } } },
          responses: { 201: shown, ...errors },
        },
      },
      '/memos/{id}': {
        parameters,
        get: { responses: { 200: shown, ...errors } },
        delete: { responses: { 204: { description: 'Gone' }, ...errors } },
      },
    },
  }
}

type Answer = readonly [type: string, body: (status: number) => string]

async function failuresAt(kind: Kind, at: '404' | '4XX' | 'default', [type, body]: Answer) {
  const memos = new Map<string, object>()
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const refuse = (status: number): void =>
      void response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body(status))
    const json = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, , id] = (request.url ?? '').split('/')
    if (id === undefined) {
      try {
        const { text: own } = JSON.parse(sent)
        if (typeof own !== 'string' || own === '' || [...own].length > 90) return refuse(400)
        const made = { id: `m${memos.size}-${Math.random().toString(36).slice(2)}`, text: own }
        memos.set(made.id, made)
        return json(201, made)
      } catch {
        return refuse(400)
      }
    }
    // Simulates a gateway in front of the API. It refuses long URLs with an HTML page.
    if (id.length > 60)
      return void response.writeHead(414, { 'content-type': 'text/html' }).end('<html>414</html>')
    const found = memos.get(decodeURIComponent(id))
    if (found === undefined) return refuse(404)
    if (request.method === 'GET') return json(200, found)
    memos.delete(id)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { contract } = await contractFrom(JSON.parse(JSON.stringify(documentOf(kind, at))))
  const { clauses } = await conformance({
    ...{ contract, environment: {}, seed: 1, depth: 'default' },
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  const failed = clauses
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id }) => id.replace(/^memos\.\w+\./, ''))
  return [...new Set(failed)].sort()
}

const right: Readonly<Record<Kind, Answer>> = {
  text: ['text/plain; charset=utf-8', () => 'no memo\n'],
  problem: [
    'application/problem+json; charset=utf-8',
    (status) => JSON.stringify({ title: 'No', status, trace: 'x' }),
  ],
  xml: ['application/xml', () => '<error/>'],
}
const kinds = Object.keys(right) as Kind[]

test.each(kinds.flatMap((kind) => (['404', '4XX', 'default'] as const).map((at) => [kind, at] as const)))(
  '%s as documented by %s fails nothing',
  async (kind, at) => {
    expect(await failuresAt(kind, at, right[kind])).toEqual([])
  },
  60_000,
)

test('an empty body has no media type to judge', async () => {
  expect(await failuresAt('xml', 'default', ['', () => ''])).toEqual([])
}, 60_000)

test.each<[string, Kind, Answer, readonly string[]]>([
  ['HTML in place of text', 'text', ['text/html', () => '<p>no memo</p>'], ['documented-media-type']],
  ['a text that its schema forbids', 'text', ['text/plain', () => 'oh'], ['response-400', 'response-404']],
  [
    'a problem as plain JSON',
    'problem',
    ['application/json', (status) => JSON.stringify({ title: 'No', status })],
    ['documented-media-type'],
  ],
  [
    'a problem that shows another status',
    'problem',
    [right.problem[0], () => '{"title":"No","status":500}'],
    ['problem-status'],
  ],
  [
    'a problem without a title',
    'problem',
    [right.problem[0], (status) => JSON.stringify({ status })],
    ['response-400', 'response-404'],
  ],
  ['JSON in place of XML', 'xml', ['application/json', () => '{}'], ['documented-media-type']],
])(
  '%s fails its clauses',
  async (_, kind, answer, clauses) => {
    expect(await failuresAt(kind, '404', answer)).toEqual(clauses)
  },
  60_000,
)

test.each(['text', 'problem'] as const)(
  'the stub proves the clauses of %s',
  async (kind) => {
    const { contract } = await contractFrom(JSON.parse(JSON.stringify(documentOf(kind, '404'))))
    const names = ['response-404', 'documented-media-type', ...(kind === 'problem' ? ['problem-status'] : [])]
    const only = names.map((name) => `memos.get.${name}`)
    const { clauses } = await verifyContract(contract, { only })
    expect(clauses.filter(({ proven }) => !proven)).toEqual([])
    expect(clauses).toHaveLength(only.length)
  },
  60_000,
)
