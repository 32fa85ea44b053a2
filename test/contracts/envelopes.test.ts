// Tests envelopes (objects with one member that contains the resource) and ids in unusual locations, with a
// server and a stub.
// @module-tag whole
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { operationOf } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { conforms } from '../../src/oracle/index.ts'

const path = { parameters: [{ name: 'book_id', in: 'path', schema: { type: 'integer' } }] }
const title = { type: 'string', minLength: 1 }
const own = { title, pages: { type: 'integer', minimum: 1 }, note: { type: 'string' } }
const shown = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'string' }, ...own } }
const wrapped = (schema: object) => ({
  type: 'object',
  required: ['book'],
  additionalProperties: false,
  properties: { book: schema },
})
const sent = { type: 'object', required: ['title'], additionalProperties: false, properties: own }
const { required: _, ...changed } = sent
const operation = (name: string, more: object): JsonObject =>
  ({ ...library[`operations/books.${name}.json`], ...more }) as JsonObject

const contract = contractOf({
  ...library,
  'resources/books.json': {
    ...library['resources/books.json'],
    id: { 'books.create': '/key', default: '/id' },
    envelopes: { 'books.get': '/book', 'books.update': '/book' },
  },
  'operations/books.create.json': operation('create', {
    request: sent,
    response: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
  }),
  'operations/books.get.json': operation('get', { ...path, response: wrapped(shown) }),
  'operations/books.update.json': operation('update', {
    ...path,
    request: wrapped(changed),
    response: wrapped(shown),
  }),
  'operations/books.list.json': operation('list', { response: { type: 'array', items: shown } }),
})

test('the schemas of a resource exclude the envelope, and the run judges responses with the envelope', () => {
  const { request, response, wholeResponse } = operationOf(contract, 'books.update')
  expect(Object.keys(request?.properties ?? {})).toEqual(['title', 'pages', 'note'])
  expect(Object.keys(response?.properties ?? {})).toEqual(['id', 'title', 'pages', 'note'])
  expect(Object.keys(wholeResponse?.properties ?? {})).toEqual(['book'])
  expect(contract.clauses.has('books.update.title-min-length')).toBe(true)
  expect(contract.clauses.has('books.get.returned-book-title')).toBe(true)
})

test('the stub proves every clause except two that it cannot show', async () => {
  const { clauses } = await verifyContract(contract)
  // The stub cannot prove these clauses. A mutation of the title would hide the created resource from the
  // run.
  const hidden = ['books.create.stored', 'books.get.returned-book-title']
  const told = clauses.filter(({ clause }) => !hidden.includes(clause))
  const open = told.filter(({ proven }) => !proven).map(({ clause, reason }) => `${clause}: ${reason}`)
  expect(open).toEqual([])
}, 120_000)

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(String(Buffer.concat(chunks)) || '{}') as Record<string, unknown>
}

/** With `unwrapped`, a read returns the resource without its envelope. */
const served = async (fault: 'unwrapped' | null, inLocation = false): Promise<string> => {
  const books = new Map<string, object>()
  const server = createServer(async (request, response) => {
    const json = (status: number, body?: object, headers = {}): void =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(body === undefined ? '' : JSON.stringify(body))
    const id = request.url?.split('/')[2]
    if (id === undefined && request.method === 'GET') return json(200, [...books.values()])
    if (id !== undefined && !books.has(id)) return json(404, {})
    const isCreation = id === undefined
    const own = id ?? String(books.size + 1)
    if (request.method !== 'GET') {
      const body = await bodyOf(request).catch(() => null)
      const book = (isCreation ? body : body?.book) as { readonly [name: string]: unknown } | null | undefined
      const isValid = book != null && conforms(isCreation ? sent : changed, book as JsonObject)
      if (!isValid) return json(400, {})
      books.set(own, { ...books.get(own), ...book, id: own })
    }
    if (isCreation)
      return inLocation ? json(201, undefined, { location: `/books/${own}` }) : json(201, { key: own })
    json(200, fault === 'unwrapped' ? books.get(own) : { book: books.get(own) })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failedAt = async (fault: 'unwrapped' | null, used = contract, inLocation = false) => {
  const { clauses } = await conformance({
    baseUrl: await served(fault, inLocation),
    contract: used,
    environment: {},
    seed: 1,
    depth: 'default',
    only: ['books.create', 'books.get', 'books.update'],
  })
  return {
    failed: clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
    passed: clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
  }
}

test('a server with envelopes passes, with its own ids', async () => {
  const { failed, passed } = await failedAt(null)
  expect(failed).toEqual([])
  expect(passed).toEqual(
    expect.arrayContaining(['books.create.stored', 'books.update.stored', 'books.update.title-min-length']),
  )
}, 60_000)

test('a server without the envelope fails the clause of the schema', async () => {
  const { failed } = await failedAt('unwrapped')
  expect(failed).toContain('books.get.returned')
}, 60_000)

test('a creation may return the id only in its Location', async () => {
  const located = contractOf({
    ...library,
    'resources/books.json': {
      ...library['resources/books.json'],
      idIn: 'location',
      envelopes: { 'books.get': '/book', 'books.update': '/book' },
    },
    'operations/books.create.json': operation('create', { request: sent, response: null }),
    'operations/books.get.json': operation('get', { ...path, response: wrapped(shown) }),
    'operations/books.update.json': operation('update', {
      ...path,
      request: wrapped(changed),
      response: wrapped(shown),
    }),
    'operations/books.list.json': operation('list', { response: { type: 'array', items: shown } }),
  })
  const { failed, passed } = await failedAt(null, located, true)
  expect(failed).toEqual([])
  expect(passed).toContain('books.create.stored')
}, 60_000)
