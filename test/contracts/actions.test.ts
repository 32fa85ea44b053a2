// Tests safe operations, and actions on resources that the run created.
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance, contractFrom } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const about = library['operations/books.get.json']
const shown = {
  type: 'object',
  required: ['id', 'title', 'archived'],
  properties: { id: { type: 'string' }, title: { type: 'string' }, archived: { type: 'boolean' } },
}
const filesWith = (search: JsonObject, archive: JsonObject) => {
  const { 'operations/books.update.json': _, ...files } = library
  return {
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      serverSet: { '/archived': 'any' },
    },
    'operations/books.create.json': { ...library['operations/books.create.json'], response: shown },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      response: { type: 'array', items: shown },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null },
    },
    'operations/books.search.json': {
      ...{ name: 'books.search', title: 'Search books', method: 'POST', path: '/books/search', ...search },
      request: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', maxLength: 20 } },
      },
      response: { type: 'array', items: shown },
    },
    'operations/books.archive.json': {
      ...about,
      ...{ name: 'books.archive', title: 'Archive a book', method: 'POST', path: '/books/{book_id}/archive' },
      ...{
        request: { type: 'object', properties: { title: { enum: ['why'] } } },
        response: shown,
        ...archive,
      },
    },
  } as Readonly<Record<string, JsonObject>>
}
const contract = contractOf(filesWith({ safe: true }, { acts: true }))

type Fault = 'search-changes' | 'archives-anything' | 'search-takes-long'

const served = async (fault: Fault | null = null) => {
  const theirs = { id: 'theirs', title: 'Theirs', archived: false }
  const books = new Map<string, JsonObject>([['theirs', theirs]])
  const sent: string[] = []
  let count = 0
  const baseUrl = await jsonServer(({ method, path: [, id, action], body }) => {
    sent.push(`${method} ${id ?? ''}/${action ?? ''}`)
    const { title, text } = (body ?? {}) as JsonObject
    if (id === 'search') {
      const isLong = typeof text === 'string' && [...text].length > 20 && fault !== 'search-takes-long'
      if (typeof text !== 'string' || isLong) return { status: 400 }
      if (fault === 'search-changes')
        for (const [key, one] of books) books.set(key, { ...one, title: 'found' })
      return { status: 200, body: [...books.values()] }
    }
    if (id === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    if (id === undefined) {
      if (typeof title !== 'string' || title === '') return { status: 400 }
      count += 1
      books.set(`b${count}`, { id: `b${count}`, title, archived: false })
      return { status: 201, body: books.get(`b${count}`) ?? {} }
    }
    const book = books.get(id)
    if (action === 'archive') {
      if (body === undefined) return { status: 400 }
      if (book === undefined)
        return fault === 'archives-anything' ? { status: 200, body: theirs } : { status: 404 }
      if (book.archived === true) return { status: 409 }
      books.set(id, { ...book, archived: true })
      return { status: 200, body: books.get(id) ?? {} }
    }
    if (book === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: book }
    books.delete(id)
    return { status: 204 }
  })
  return { baseUrl, books, sent }
}

const checked = async (fault: Fault | null, writes: 'none' | 'reversible' | 'destructive', of = contract) => {
  const { baseUrl, books, sent } = await served(fault)
  const report = await conformance({
    contract: of,
    baseUrl,
    environment: {},
    seed: 1,
    depth: 'default',
    writes,
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const verdictOf = (id: string) => {
    const { verdict, reason } = report.clauses.find((one) => one.id === id) ?? {}
    return verdict === 'pass' ? verdict : `${verdict}: ${reason}`
  }
  return { ...report, failed, books, sent, verdictOf }
}

test('sends an action only for resources of the run, and judges a safe request', async () => {
  const { failed, books, sent, verdictOf, resources } = await checked(null, 'destructive')
  expect(failed).toEqual([])
  expect(resources.leaked).toEqual([])
  expect([...books.values()]).toEqual([{ id: 'theirs', title: 'Theirs', archived: false }])
  expect(sent.filter((one) => one.endsWith('/archive')).length).toBeGreaterThan(0)
  for (const id of ['books.archive.accepts', 'books.archive.unknown-id', 'books.search.text-max-length'])
    expect(verdictOf(id), id).toBe('pass')
  expect(contract.clauses.has('books.archive.title-enum')).toBe(false)
}, 60_000)

test.each(['none', 'reversible'] as const)(
  'with --writes %s, sends only the safe request',
  async (writes) => {
    const { failed, sent, verdictOf } = await checked(null, writes)
    expect(failed).toEqual([])
    expect(verdictOf('books.search.accepts')).toBe('pass')
    expect(sent.filter((one) => /b\d+\/archive|theirs\/archive/.test(one))).toEqual([])
    if (writes === 'none') expect(sent.filter((one) => !/^GET|search|x{26}/.test(one))).toEqual([])
  },
  60_000,
)

test('for a document, sends a search if writes are allowed, and no action', async () => {
  const of = (schema: object) => ({ content: { 'application/json': { schema } } })
  const body = of({
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', maxLength: 20 } },
  })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const answer = (schema: object) => ({ description: 'Done', ...of(schema) })
  const { contract: document } = await contractFrom({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': {
        get: { responses: { 200: answer({ type: 'array', items: shown }) } },
        post: {
          requestBody: of({
            type: 'object',
            required: ['title'],
            properties: { title: { type: 'string', minLength: 1 } },
          }),
          responses: { 201: answer(shown) },
        },
      },
      '/books/search': { post: { requestBody: body, responses: { 200: answer({ type: 'array' }) } } },
      '/books/{id}': {
        parameters: [id],
        get: { responses: { 200: answer(shown) } },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
      '/books/{id}/archive': {
        parameters: [id],
        post: { requestBody: body, responses: { 200: answer(shown) } },
      },
    },
  })
  const verbsSent = async (writes: 'none' | 'destructive'): Promise<ReadonlySet<string>> => {
    const { sent } = await checked(null, writes, document)
    return new Set(sent.flatMap((one) => (/x{26}/.test(one) ? [] : (/search|archive/.exec(one) ?? []))))
  }
  expect(await verbsSent('none')).toEqual(new Set())
  expect(await verbsSent('destructive')).toEqual(new Set(['search']))
}, 60_000)

test.each<readonly [Fault, readonly string[]]>([
  ['archives-anything', ['books.archive.unknown-id']],
  ['search-takes-long', ['books.search.text-max-length']],
])(
  '%s fails exactly its clause',
  async (fault, expected) => {
    expect((await checked(fault, 'destructive')).failed).toEqual(expected)
  },
  60_000,
)

test('a search that changes something fails', async () => {
  const { failed } = await checked('search-changes', 'destructive')
  expect(failed).toContain('books.search.safe-changes-nothing')
}, 60_000)

test('reports mistakes', () => {
  const refused = (search: JsonObject, archive: JsonObject) => () => contractOf(filesWith(search, archive))
  expect(refused({ acts: true }, {})).toThrow(/must contain the id of a resource of books/)
  expect(refused({}, { acts: true, safe: true })).toThrow(/"acts" is only for an operation/)
  expect(refused({ safe: true, method: 'DELETE' }, {})).toThrow(/not safe/)
})

test('the stub proves its clauses', async () => {
  const { clauses } = await verifyContract(contract, { only: ['books.search', 'books.archive'] })
  const left = clauses.filter(({ proven }) => !proven)
  expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
}, 120_000)
