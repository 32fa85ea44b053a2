// Tests a server that returns 200 for reads of removed resources, and that refuses a second deletion.
import { expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { jsonServer } from '../contracts/json-server.ts'

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

const isColumn = (one: Json): boolean => isObject(one) && ['INTEGER', 'TEXT'].includes(String(one.type))

async function served(): Promise<{ readonly baseUrl: string; readonly tables: ReadonlyMap<string, Json> }> {
  const tables = new Map<string, Json>()
  const baseUrl = await jsonServer(({ method, path: [, id], body }) => {
    if (id !== undefined && method === 'GET') return { status: 200, body: { data: tables.get(id) ?? [] } }
    if (id !== undefined)
      return tables.delete(id)
        ? { status: 200, body: { changes: 0 } }
        : { status: 400, body: { error: 'none' } }
    if (!isObject(body as Json)) return { status: 400, body: {} }
    const sent = body as JsonObject
    const { name, columns, hidden } = sent
    const isTable = typeof name === 'string' && /^\w{2,40}$/.test(name) && Array.isArray(columns)
    if (!isTable || columns.length === 0 || !(columns as Json[]).every(isColumn))
      return { status: 400, body: {} }
    if (hidden !== undefined && typeof hidden !== 'boolean') return { status: 400, body: {} }
    tables.set(name, columns as Json)
    return { status: 201, body: sent }
  })
  return { baseUrl, tables }
}

test('a body of examples is accepted, and a removed resource is not reported as left', async () => {
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
