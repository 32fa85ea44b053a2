// Tests a contract that removes the clauses of some keywords. No check may send a value that violates only
// such a keyword.
// @module-tag whole
import { expect, test } from 'vitest'
import { type Json, type JsonObject, typeOf } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  kind: { type: 'string', enum: ['novel', 'poems'], 'x-clauses': { enum: null } },
  code: { type: 'string', pattern: '^[a-z]{3,9}$', 'x-clauses': { pattern: null } },
  pages: { type: 'integer', minimum: 1, maximum: 900, 'x-clauses': { minimum: null, maximum: null } },
  slot: { type: 'string', const: 'slot', 'x-clauses': { const: null } },
}
const sent = { type: 'object', required: ['title', 'kind', 'code', 'pages', 'slot'], properties }
const shown = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
}
const about = library['operations/books.get.json']
const list = library['operations/books.list.json']
const sort = { name: 'sort', in: 'query', required: false }
const contract = contractOf({
  'contract.json': { name: 'library', title: 'Library', version: '1' },
  'resources/books.json': {
    title: 'book',
    life: {
      ...{ create: 'books.create', read: 'books.get', update: 'books.update', replace: 'books.replace' },
      ...{ delete: 'books.delete', list: 'books.list' },
    },
    name: '/title',
  },
  'operations/books.create.json': {
    ...library['operations/books.create.json'],
    ...{ request: sent, response: shown },
  },
  'operations/books.get.json': { ...about, response: shown },
  'operations/books.list.json': {
    ...list,
    parameters: [{ ...sort, schema: { type: 'string', enum: ['up', 'down'], 'x-clauses': { enum: null } } }],
    response: { type: 'array', items: shown },
  },
  'operations/books.update.json': {
    ...library['operations/books.update.json'],
    ...{ request: { type: 'object', properties }, response: shown },
  },
  'operations/books.replace.json': {
    ...about,
    ...{ name: 'books.replace', title: 'Replace a book', method: 'PUT', request: sent, response: shown },
  },
  'operations/books.delete.json': {
    ...about,
    ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
  },
} as unknown as Readonly<Record<string, JsonObject>>)

const isRight: Readonly<Record<string, (value: Json) => boolean>> = {
  kind: (value) => value === 'novel' || value === 'poems',
  code: (value) => /^[a-z]{3,9}$/.test(String(value)),
  pages: (value) => Number(value) >= 1 && Number(value) <= 900,
  slot: (value) => value === 'slot',
}

test.each([1, 2, 3])('no request breaks only such a keyword (seed %i)', async (seed) => {
  const books = new Map<string, JsonObject>()
  const broken: string[] = []
  const baseUrl = await jsonServer(({ method, path: [, named, ...more], query, body }) => {
    if (more.length > 0) return { status: 404 }
    const sort = query.get('sort') ?? 'up'
    if (!['up', 'down'].includes(sort)) broken.push(`sort ${sort}`)
    const id = named ?? `book-${books.size}-${Math.random().toString(36).slice(2)}`
    const before = books.get(id)
    if (named === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    if (named !== undefined && before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before as Json }
    if (method === 'DELETE') return books.delete(id) ? { status: 204 } : { status: 404 }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status: 400 }
    for (const [name, value] of Object.entries(body as JsonObject))
      if (typeOf(value) === (name === 'pages' ? 'number' : 'string') && isRight[name]?.(value) === false)
        if (name !== 'pages' || Number.isInteger(value)) broken.push(`${name} ${JSON.stringify(value)}`)
    const next = method === 'PATCH' ? { ...before, ...(body as JsonObject) } : (body as JsonObject)
    const texts = ['title', 'kind', 'code', 'slot'].map((name) => next[name])
    const isText = texts.every((one) => typeof one === 'string' && one !== '' && [...one].length <= 60)
    if (!isText || !Number.isInteger(next.pages)) return { status: 400 }
    books.set(id, { ...next, id })
    return { status: named === undefined ? 201 : 200, body: { ...next, id } }
  })
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed, depth: 'deep', writes: 'destructive' },
  })
  expect(broken).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts.get('books.update.refused-changes-nothing')).toBe('pass')
  expect(verdicts.get('books.create.pages-type')).toBe('pass')
})
