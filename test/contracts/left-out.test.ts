// Tests members that the request for a replacement leaves out. The server must set them to their default
// values.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const word = { type: 'string', pattern: '^[a-z]{3,9}$' }
const size = { type: 'object', properties: { value: { type: 'integer', minimum: 1 }, unit: word } }
const properties = { title: { type: 'string', minLength: 1, maxLength: 60 }, label: word, size }
const sent = { type: 'object', required: ['title'], properties }
const shown = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, ...sent.properties },
}
const about = library['operations/books.get.json']

const contract = contractOf({
  'contract.json': { name: 'library', title: 'Library', version: '1' },
  'resources/books.json': {
    title: 'book',
    life: { create: 'books.create', read: 'books.get', replace: 'books.replace', delete: 'books.delete' },
    name: '/title',
    replaces: true,
    normalises: { '/label': { default: '' }, '/size/value': { default: 1 }, '/size/unit': { default: '%' } },
  },
  'operations/books.create.json': {
    ...library['operations/books.create.json'],
    ...{ request: sent, response: shown },
  },
  'operations/books.get.json': { ...about, response: shown },
  'operations/books.replace.json': {
    ...about,
    ...{ name: 'books.replace', title: 'Replace a book', method: 'PUT', request: sent, response: shown },
  },
  'operations/books.delete.json': {
    ...about,
    ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
  },
} as Readonly<Record<string, JsonObject>>)

const verdictOf = async (kept: readonly string[]) => {
  const books = new Map<string, JsonObject>()
  const filled = (id: string, body: JsonObject): JsonObject => ({
    ...{ id, label: '' },
    ...body,
    size: { value: 1, unit: '%', ...(body.size as JsonObject | undefined) },
  })
  const baseUrl = await jsonServer(({ method, path: [, named], body }) => {
    const id = named ?? `book-${books.size}-${Math.random().toString(36).slice(2)}`
    const before = books.get(id)
    if (named !== undefined && before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before as Json }
    if (method === 'DELETE') return books.delete(id) ? { status: 204 } : { status: 404 }
    const { title, label, size } = (body ?? {}) as JsonObject
    if (typeof title !== 'string' || title === '') return { status: 400 }
    if (label !== undefined && !(typeof label === 'string' && /^[a-z]{3,9}$/.test(label)))
      return { status: 400 }
    if (size !== undefined && (typeof size !== 'object' || size === null)) return { status: 400 }
    const left = Object.fromEntries(Object.entries(before ?? {}).filter(([name]) => kept.includes(name)))
    books.set(id, filled(id, { ...left, ...(body as JsonObject) }))
    return { status: named === undefined ? 201 : 200, body: books.get(id) as Json }
  })
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', only: ['books.replace.replaces'] },
  })
  return report.clauses.find(({ id }) => id === 'books.replace.replaces')?.verdict
}

test('a member that shows its default again is removed, also inside of an object', async () => {
  expect(await verdictOf([])).toBe('pass')
})

test.each(['label', 'size'])('a replacement that keeps %s fails', async (member) => {
  expect(await verdictOf([member])).toBe('fail')
})
