// A server whose reads return 200 for removed resources, and which refuses a second deletion.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isObject, type Json } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const column = { type: 'object', properties: { type: { type: 'string', example: 'INTEGER' } } }
const table = {
  type: 'object',
  properties: {
    name: { type: 'string', example: 'users' },
    columns: { type: 'array', items: column },
    hidden: { type: 'boolean' },
  },
}
const refused = { 400: { description: 'Refused' } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Tables', version: '1' },
  paths: {
    '/tables': {
      post: {
        requestBody: { required: true, ...body(table) },
        responses: { 201: { description: 'Made', ...body(table) }, ...refused },
      },
    },
    '/tables/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'OK' }, ...refused } },
      delete: { responses: { 200: { description: 'Gone' }, ...refused } },
    },
  },
}

async function served(): Promise<{ readonly baseUrl: string; readonly tables: ReadonlyMap<string, Json> }> {
  const tables = new Map<string, Json>()
  const server = createServer(async (request, response) => {
    const answer = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const id = request.url?.split('/')[2]
    const sent = await Promise.resolve(await text(request))
      .then((one) => JSON.parse(one) as Json)
      .catch(() => null)
    if (id !== undefined && request.method === 'GET') return answer(200, { data: tables.get(id) ?? [] })
    if (id !== undefined)
      return tables.delete(id) ? answer(200, { changes: 0 }) : answer(400, { error: 'none' })
    if (!isObject(sent)) return answer(400, {})
    const { name, columns, hidden } = sent
    const isColumn = (one: Json): boolean => isObject(one) && ['INTEGER', 'TEXT'].includes(String(one.type))
    const isTable = typeof name === 'string' && /^\w{2,40}$/.test(name) && Array.isArray(columns)
    if (!isTable || columns.length === 0 || !(columns as Json[]).every(isColumn)) return answer(400, {})
    if (hidden !== undefined && typeof hidden !== 'boolean') return answer(400, {})
    tables.set(name, columns as Json)
    answer(201, sent)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tables }
}

test('a body made of examples is accepted, and what was removed is not reported as left', async () => {
  const { contract } = await contractFrom(document)
  const { baseUrl, tables } = await served()
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, writes: 'destructive', examples: 3, seed: 1 },
  })
  expect([...tables.keys()]).toEqual([])
  expect(report.resources.leaked).toEqual([])
  expect(report.clauses.find(({ id }) => id === 'tables.create.accepts')?.verdict).toBe('pass')
  expect(report.clauses.filter(({ level, verdict }) => level === 'MUST' && verdict === 'fail')).toEqual([])
})
