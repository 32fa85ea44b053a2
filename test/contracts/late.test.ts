// Tests resources that become visible some time after their creation. The run must remove or report each of
// them.
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { jsonServer } from './json-server.ts'

const { 'operations/books.update.json': _u, 'operations/books.list.json': list, ...files } = library
const removal = { name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null }
const contractWith = (life: JsonObject, listing: Readonly<Record<string, JsonObject>>) =>
  contractOf({
    ...files,
    ...listing,
    'operations/books.delete.json': { ...library['operations/books.get.json'], ...removal },
    'resources/books.json': {
      ...{ title: 'book', name: '/title' },
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', ...life },
    },
  })
const contracts = {
  'a list': contractWith({ list: 'books.list' }, { 'operations/books.list.json': list ?? {} }),
  'no list': contractWith({}, {}),
}

test.each([
  ['a list', 0],
  ['a list', 2_000],
  ['no list', 2_000],
] as const)('with %s, nothing is left if books appear after %d ms', async (name, lateMs) => {
  const books = new Map<string, { readonly since: number; readonly book: object }>()
  let made = 0
  const baseUrl = await jsonServer(({ method, path: [, id], body }) => {
    const shown = [...books].filter(([, { since }]) => Date.now() - since >= lateMs)
    if (method === 'POST') {
      const { title, shelf = null } = (body ?? {}) as JsonObject
      if (typeof title !== 'string' || title === '') return { status: 400, body: {} }
      made += 1
      const book = { id: made, title, shelf }
      books.set(String(made), { since: Date.now(), book })
      return { status: 201, body: book }
    }
    if (id === undefined) return { status: 200, body: shown.map(([, { book }]) => book) }
    const found = shown.find(([key]) => key === id)?.[1].book
    if (found === undefined) return { status: 404, body: {} }
    if (method === 'DELETE') books.delete(id)
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: found }
  })
  const report = await conformance({
    ...{ contract: contracts[name], baseUrl, environment: {}, seed: 1, examples: 5, writes: 'destructive' },
  })
  expect(made).toBeGreaterThan(3)
  expect({ left: books.size, told: report.resources.leaked }).toEqual({ left: 0, told: [] })
})
