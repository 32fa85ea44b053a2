// The default values of resources.
import { expect, test } from 'vitest'
import type { JsonObject } from '../base/json.ts'
import { contractOf, library } from './contract.testing.ts'

const removal = {
  name: 'books.delete',
  title: 'Remove a book',
  method: 'DELETE',
  path: '/books/{book_id}',
  parameters: [{ name: 'book_id', in: 'path', schema: { type: 'integer' } }],
}

const isExclusive = (more: JsonObject, deletes = true): boolean | undefined => {
  const resource = library['resources/books.json'] ?? {}
  const life = { ...(resource.life as JsonObject), ...(deletes ? { delete: 'books.delete' } : {}) }
  const files = {
    ...library,
    'resources/books.json': { ...resource, life, ...more },
    ...(deletes ? { 'operations/books.delete.json': removal } : {}),
  }
  return contractOf(files).resources.get('books')?.exclusive
}

test('checks of a resource never overlap if the service may reuse numeric ids', () => {
  expect(isExclusive({})).toBe(true)
  expect(isExclusive({ idsNeverReused: true })).toBe(false)
  expect(isExclusive({ exclusive: false })).toBe(false)
  expect(isExclusive({}, false)).toBe(false)
})
