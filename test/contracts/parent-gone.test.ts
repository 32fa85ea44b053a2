// Tests a parent that disappears during the run, although several checks use it. A request below this parent
// gets 404. This status does not prove that the request was wrong.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const sent = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } }
const shown = {
  ...sent,
  required: ['id', 'title'],
  properties: { ...sent.properties, id: { type: 'string' } },
}
const creation = {
  requestBody: { required: true, ...body(sent) },
  responses: {
    201: { description: 'Made', ...body(shown) },
    400: { description: 'Malformed' },
    404: { description: 'No such shelf' },
    415: { description: 'Another media type' },
  },
}
const one = { responses: { 200: { description: 'One', ...body(shown) } } }
const removal = { responses: { 204: { description: 'Gone' } } }
const parameters = [{ name: 'shelfId', in: 'path', required: true, schema: { type: 'string' } }]
const below = [...parameters, { ...parameters[0], name: 'bookId' }]
const document = {
  openapi: '3.0.3',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': { post: creation },
    '/shelves/{shelfId}': { parameters, get: one, delete: removal },
    '/shelves/{shelfId}/books': { parameters, post: creation },
    '/shelves/{shelfId}/books/{bookId}': { parameters: below, get: one, delete: removal },
  },
}

test.each([
  ['stays', 'pass'],
  ['is gone once a book stands in it', 'inconclusive'],
])('if the shelf %s, the clause of media types is "%s"', async (fate, verdict) => {
  const items = new Map<string, Json>()
  let made = 0
  const baseUrl = await jsonServer(({ method, path, type, body }) => {
    const isCreation = path.length % 2 === 1
    const key = path.join('/')
    const parent = path.slice(0, 2).join('/')
    if (path.length > 2 && !items.has(parent)) return { status: 404, body: {} }
    if (method === 'POST' && isCreation) {
      if (type !== 'application/json') return { status: 415, body: {} }
      if (typeof (body as { title?: unknown } | undefined)?.title !== 'string')
        return { status: 400, body: {} }
      made += 1
      const item = { ...(body as object), id: `i${made}` }
      items.set(`${key}/${item.id}`, item)
      if (path.length > 2 && fate !== 'stays') items.delete(parent)
      return { status: 201, body: item }
    }
    const item = items.get(key)
    if (item === undefined) return { status: 404, body: {} }
    if (method === 'DELETE') items.delete(key)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: item as object }
  })
  const { contract } = await contractFrom(document)
  const { clauses } = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, writes: 'destructive' },
    only: ['books.create.media-type', 'books.create.malformed-json'],
  })
  const asked = clauses.filter((clause) => clause.verdict !== 'out-of-scope')
  expect(asked.map((clause) => clause.verdict)).toEqual([verdict, verdict])
})
