// Tests a server that returns only the members that a query selects, takes ids in bodies, and gives the id
// of a removed resource to a new one.
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { type Answer, jsonServer } from '../contracts/json-server.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const properties = { id: { type: 'integer' }, title: { type: 'string', minLength: 1, maxLength: 80 } }
const sent = { type: 'object', required: ['title'], properties, additionalProperties: false }
const shown = { type: 'object', properties }
const one = { 200: { description: 'One', ...body(shown) }, 404: { description: 'None' } }
const refused = { 400: { description: 'Refused' } }
const requestBody = { required: true, ...body(sent) }
const fields = {
  name: 'fields',
  in: 'query',
  schema: { type: 'array', items: { type: 'string', enum: ['id', 'title'] } },
}
const document = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: { parameters: [fields], requestBody, responses: { ...one, ...refused } },
      get: {
        parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: { 200: { description: 'All', ...body({ type: 'array', items: shown }) } },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }, fields],
      get: { responses: one },
      put: { requestBody, responses: { ...one, ...refused } },
      delete: { responses: one },
    },
  },
}

interface Served {
  readonly baseUrl: string
  readonly ids: readonly unknown[]
  readonly limits: readonly string[]
}

async function served(): Promise<Served> {
  const books = new Map<number, JsonObject>()
  const [ids, limits]: [unknown[], string[]] = [[], []]
  const baseUrl = await jsonServer(({ method, path: [, path], query, body }) => {
    const asked = query.getAll('fields').flatMap((names) => names.split(','))
    const show = (book: JsonObject): Answer => {
      const shown = Object.entries(book).filter(([name]) => asked.length === 0 || asked.includes(name))
      return { status: 200, body: Object.fromEntries(shown) }
    }
    if (asked.some((name) => !['id', 'title'].includes(name))) return { status: 400, body: {} }
    const { title, id, ...rest } = (body ?? {}) as JsonObject
    const isValid = typeof title === 'string' && /^.{1,80}$/su.test(title) && Object.keys(rest).length === 0
    if (method !== 'GET' && id !== undefined) ids.push(id)
    if (path === undefined && method === 'GET') {
      limits.push(...query.getAll('limit'))
      const [limit, offset] = ['limit', 'offset'].map((name) => query.get(name))
      if ([limit, offset].some((one) => one != null && !/^\d+$/.test(one))) return { status: 400, body: {} }
      return { status: 200, body: [...books.values()].slice(Number(offset)).slice(0, Number(limit ?? 100)) }
    }
    if (path === undefined) {
      if (!isValid) return { status: 400, body: {} }
      const book = { id: typeof id === 'number' ? id : Math.max(0, ...books.keys()) + 1, title }
      books.set(book.id, book)
      return show(book)
    }
    const book = books.get(Number(path))
    if (book === undefined) return { status: 404, body: {} }
    if (method === 'DELETE') books.delete(Number(path))
    if (method !== 'PUT') return show(book)
    if (!isValid) return { status: 400, body: {} }
    books.set(Number(path), { id: Number(path), title })
    return show({ id: Number(path), title })
  })
  return { baseUrl, ids, limits }
}

test('conforms, no foreign id is sent, and each page size is a number', async () => {
  const { contract } = await contractFrom(document)
  const { baseUrl, ids, limits } = await served()
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, writes: 'destructive', examples: 5, seed: 1 },
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  const passed = report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  expect(passed).toEqual(
    expect.arrayContaining([
      'books.get.query-fields-accepted',
      'books.create.ids-unique',
      'books.replace.stored',
    ]),
  )
  expect(ids).toEqual([])
  expect(limits.filter((one) => !Number.isFinite(Number(one)) && /infinity/i.test(one))).toEqual([])
  expect(report.resources.leaked).toEqual([])
})
