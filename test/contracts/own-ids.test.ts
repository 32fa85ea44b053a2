// Tests ids that the run chooses, in the path or in the body. The run must find the resources that it
// created, and must not rename any.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const about = library['operations/books.get.json']
const code = { type: 'string', pattern: '^[a-z][a-z0-9-]{2,40}$' }
const path = [{ name: 'code', in: 'path', resource: 'books', schema: code }]
const removal = { name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null }

type Files = Readonly<Record<string, JsonObject>>
const contractWith = (resource: JsonObject, operations: Files) => {
  const { 'operations/books.update.json': _u, 'operations/books.list.json': _l, ...files } = library
  return contractOf({
    ...files,
    'resources/books.json': { title: 'book', ...resource },
    'operations/books.get.json': { ...about, path: '/books/{code}', parameters: path, ...operations.get },
    'operations/books.delete.json': {
      ...about,
      ...{ path: '/books/{code}', parameters: path, ...removal, ...operations.delete },
    },
    'operations/books.create.json': { ...library['operations/books.create.json'], ...operations.create },
    ...(operations.replace === undefined
      ? {}
      : {
          'operations/books.replace.json': {
            ...about,
            ...{ name: 'books.replace', title: 'Replace a book', method: 'PUT', path: '/books/{code}' },
            ...{ parameters: path, ...operations.replace },
          },
        }),
  })
}

const life = { create: 'books.create', read: 'books.get', delete: 'books.delete' }
const checked = async (contract: ReturnType<typeof contractWith>, baseUrl: string) => {
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', writes: 'destructive' },
  })
  const of = (verdict: string) => report.clauses.filter((one) => one.verdict === verdict)
  return { failed: of('fail').map(({ id }) => id), open: of('inconclusive').map(({ id }) => id) }
}

const shown = { type: 'object', required: ['pages'], properties: { pages: { type: 'integer' } } }
const bare = contractWith({ life, idIn: 'path' }, {
  create: { method: 'PUT', path: '/books/{code}', parameters: path, request: null, response: null },
  get: { response: shown },
} as unknown as Files)

test.each([
  ['each creation is answered', 0],
  ['every third creation loses its response', 3],
])('a creation without a body chooses a new id if %s', async (_, lost) => {
  const books = new Set(['theirs'])
  let count = 0
  const baseUrl = await jsonServer(({ method, path: [, code = ''] }) => {
    if (method === 'PUT') {
      if (books.has(code)) return { status: 409 }
      books.add(code)
      count += 1
      return lost > 0 && count % lost === 0 ? null : { status: 201 }
    }
    if (!books.has(code)) return { status: 404 }
    if (method === 'DELETE') books.delete(code)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: { pages: 1 } }
  })
  const { failed } = await checked(bare, baseUrl)
  if (lost === 0) expect(failed).toEqual([])
  expect([...books]).toEqual(['theirs'])
})

const properties = { code, title: { type: 'string' } }
const named = { type: 'object', required: ['code', 'title'], properties }

/** Starts a server with a fault. An update gives the resource in the path the id that the body contains. */
const renaming = async ({ nameless = false, requires = true } = {}) => {
  const books = new Map<string, JsonObject>([['theirs', { code: 'theirs', title: 'Theirs' }]])
  const baseUrl = await jsonServer(({ method, path: [, id], body }) => {
    const { code: to = requires ? null : id, title } = (body ?? {}) as JsonObject
    const isValid = typeof title === 'string' && typeof to === 'string' && new RegExp(code.pattern).test(to)
    if (id === undefined) {
      if (!isValid || books.has(String(to))) return { status: 400 }
      books.set(String(to), { code: to as Json, title })
      return nameless ? { status: 201, body: null } : { status: 201, body: { code: to as Json, title } }
    }
    const one = books.get(id)
    if (one === undefined) return { status: 404 }
    if (method === 'PUT') {
      if (!isValid) return { status: 400 }
      books.delete(id)
      books.set(String(to), { code: to as Json, title })
      return { status: 200, body: { code: to as Json, title } }
    }
    if (method === 'DELETE') books.delete(id)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: one }
  })
  return { baseUrl, left: () => [...books.keys()] }
}

test.each([
  ['required', named],
  ['optional', { ...named, required: ['title'] }],
])('a replacement whose %s id would rename the resource keeps the id', async (_, request) => {
  const contract = contractWith(
    { life: { ...life, replace: 'books.replace' }, id: '/code', idIn: 'request' },
    {
      create: { request: named, response: named },
      get: { response: named },
      replace: { request, response: named },
    } as unknown as Files,
  )
  const { baseUrl, left } = await renaming({ requires: request === named })
  const { failed } = await checked(contract, baseUrl)
  expect(failed).toEqual([])
  expect(left()).toEqual(['theirs'])
})

test('a creation with the response null has the id from its request', async () => {
  const contract = contractWith({ life, id: '/code', idIn: 'request' }, {
    create: { request: named, response: null },
    get: { response: named },
  } as unknown as Files)
  const { baseUrl, left } = await renaming({ nameless: true })
  const { failed, open } = await checked(contract, baseUrl)
  expect({ failed, open }).toEqual({ failed: [], open: [] })
  expect(left()).toEqual(['theirs'])
})

test('the stub uses a name that is the id from the request', { timeout: 60_000 }, async () => {
  const contract = contractWith({ life, id: '/code', name: '/code' }, {
    create: {
      request: { ...named, properties: { ...properties, code: { type: 'string' } } },
      response: named,
    },
    get: { response: named },
  } as unknown as Files)
  const { clauses } = await verifyContract(contract, { only: ['books.get'] })
  const left = clauses.filter(({ proven }) => !proven)
  expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
})

test('if a new resource shows no sent value, the run reports its id as possibly left', async () => {
  const books = new Map<string, JsonObject>([['theirs', { id: 'theirs', title: 'Theirs' }]])
  const baseUrl = await jsonServer(({ method, path: [, id] }) => {
    if (method === 'GET' && id === undefined) return { status: 200, body: [...books.values()] }
    if (method === 'POST') {
      const book = { id: `book${books.size}`, title: 'Untitled' }
      books.set(book.id, book)
      return { status: 201, body: book }
    }
    const one = books.get(id ?? '')
    return one === undefined ? { status: 404 } : { status: method === 'GET' ? 200 : 405, body: one }
  })
  const { 'operations/books.update.json': _, ...files } = library
  const contract = contractOf({
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { ...life, list: 'books.list' },
    },
    'operations/books.delete.json': { ...about, ...removal },
  } as unknown as Files)
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1 },
    ...{ depth: 'default', writes: 'destructive' },
  })
  expect(books.get('theirs')).toEqual({ id: 'theirs', title: 'Theirs' })
  const told = report.resources.leaked.map(({ id }) => id)
  expect([...books.keys()].filter((id) => id !== 'theirs' && !told.includes(id))).toEqual([])
})
