// Tests creations below a parent. The server confirms none of them, so the run does not know whether
// resources are left.
// @module-tag whole
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { conformance, contractFrom } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const body = (schema: object) => ({ content: { 'application/json': { schema } } })
const sent = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 80 } },
}
const shown = {
  ...sent,
  required: ['id', 'title'],
  properties: { ...sent.properties, id: { type: 'string' } },
}
const made = { 201: { description: 'Made', ...body(shown) } }
const list = { 200: { description: 'All', ...body({ type: 'array', items: shown }) } }
const one = { responses: { 200: { description: 'One', ...body(shown) } } }
const removed = { responses: { 204: { description: 'Gone' } } }
const requestBody = { required: true, ...body(sent) }
const parameters = [{ name: 'shelfId', in: 'path', required: true, schema: { type: 'string' } }]
const document = {
  openapi: '3.0.3',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': { post: { requestBody, responses: made }, get: { responses: list } },
    '/shelves/{shelfId}': {
      parameters,
      get: one,
      delete: removed,
    },
    '/shelves/{shelfId}/books': {
      parameters,
      post: { requestBody, responses: made },
      get: { responses: list },
    },
    '/shelves/{shelfId}/books/{bookId}': {
      parameters: [...parameters, { ...parameters[0], name: 'bookId' }],
      get: one,
      delete: removed,
    },
  },
}

/** Starts a server that never confirms the creation of a book. */
async function served(): Promise<string> {
  const shelves = new Map<string, object>()
  const full = new Set<string>()
  return jsonServer(({ method, path: [, id, books], body }) => {
    if (id === undefined && method === 'GET') return { status: 200, body: [...shelves.values()] }
    if (id === undefined) {
      const shelf = { ...(body as object), id: randomUUID() }
      shelves.set(shelf.id, shelf)
      return { status: 201, body: shelf }
    }
    if (books !== undefined && method === 'POST') {
      full.add(id)
      return null
    }
    const shelf = shelves.get(id)
    if (books !== undefined || shelf === undefined) return { status: 404, body: {} }
    if (method === 'GET') return { status: 200, body: shelf }
    if (full.has(id)) return { status: 409, body: {} }
    shelves.delete(id)
    return { status: 204 }
  })
}

test('the run ends, and says where to look for possible leftovers', async () => {
  const { contract } = await contractFrom(document)
  const report = await conformance({
    ...{ contract, baseUrl: await served(), environment: {}, writes: 'destructive', examples: 3, seed: 1 },
    only: ['books.create.accepts'],
  })
  const books = report.resources.leaked.filter(({ kind }) => kind === 'book')
  expect(books.map(({ uncertain }) => uncertain)).toContainEqual(
    expect.stringMatching(/send GET http:\S+\/shelves\/\{shelfId\}\/books and look for that name/),
  )
})
