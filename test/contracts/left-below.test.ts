// Creations below a parent, with unknown outcome.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { conformance, contractFrom } from '../../src/index.ts'

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

/** No response confirms the creation of books. */
async function served(): Promise<string> {
  const shelves = new Map<string, object>()
  const full = new Set<string>()
  const server = createServer(async (request, response) => {
    const answer = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, , id, books] = (request.url ?? '').split('/')
    const sent = await text(request)
    if (id === undefined && request.method === 'GET') return answer(200, [...shelves.values()])
    if (id === undefined) {
      const shelf = { ...(JSON.parse(sent) as object), id: randomUUID() }
      shelves.set(shelf.id, shelf)
      return answer(201, shelf)
    }
    if (books !== undefined && request.method === 'POST') {
      full.add(id)
      return void request.socket.destroy()
    }
    if (books !== undefined) return answer(404, {})
    const shelf = shelves.get(id)
    if (shelf === undefined) return answer(404, {})
    if (request.method === 'GET') return answer(200, shelf)
    if (full.has(id)) return answer(409, {})
    shelves.delete(id)
    return answer(204, {})
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the run ends, and tells where to look for what may be left', async () => {
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
