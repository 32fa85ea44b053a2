// Tests objects in updates, with servers that replace the objects and with servers that merge them.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const size = {
  type: 'object',
  properties: { min: { type: 'integer', minimum: 0, maximum: 99 }, unit: { enum: ['kB', 'MB', 'GB', 'TB'] } },
}
const labels = { type: 'object', properties: { inner: size }, additionalProperties: { type: 'integer' } }
const properties = { title: { type: 'string', minLength: 1, maxLength: 60 }, size, labels }
const sent = { type: 'object', required: ['title'], properties }
const shown = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, ...properties },
}
const about = library['operations/books.get.json']
const clause = 'books.update.replaces-objects'

const contractWith = (patch: JsonObject) =>
  contractOf({
    'contract.json': { name: 'library', title: 'Library', version: '1' },
    'resources/books.json': {
      title: 'book',
      life: { create: 'books.create', read: 'books.get', update: 'books.update', delete: 'books.delete' },
      ...{ name: '/title', ...patch },
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      ...{ request: sent, response: shown },
    },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.update.json': {
      ...library['operations/books.update.json'],
      ...{ request: { type: 'object', properties }, response: shown },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
    },
  } as unknown as Readonly<Record<string, JsonObject>>)
const contract = contractWith({ patch: 'members' })

const isObject = (one: unknown): one is JsonObject =>
  typeof one === 'object' && one !== null && !Array.isArray(one)
const merged = (before: JsonObject, patch: JsonObject, deep: boolean): JsonObject => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, one]) => {
      const there = before[name]
      return [name, deep && isObject(one) && isObject(there) ? merged(there, one, deep) : one]
    }),
  ),
})

const checked = async (how: 'replaces' | 'merges' | 'fills', seed: number) => {
  const books = new Map<string, JsonObject>()
  const baseUrl = await jsonServer(({ method, path: [, named], body }) => {
    const id = named ?? `book-${books.size}-${Math.random().toString(36).slice(2)}`
    const before = books.get(id)
    if (named !== undefined && before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before as Json }
    if (method === 'DELETE') return books.delete(id) ? { status: 204 } : { status: 404 }
    if (!isObject(body) || [body.size ?? {}, body.labels ?? {}].some((one) => !isObject(one)))
      return { status: 400 }
    const next = merged(before ?? { id }, body, how === 'merges')
    if (typeof next.title !== 'string' || next.title === '') return { status: 400 }
    const filled = { min: 0, unit: 'MB', ...(next.size as JsonObject | undefined) }
    books.set(id, how === 'fills' && next.size !== undefined ? { ...next, size: filled } : next)
    return { status: named === undefined ? 201 : 200, body: books.get(id) as Json }
  })
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed, depth: 'default', only: [clause] },
  })
  return report.clauses.find(({ id }) => id === clause)?.verdict
}

test('only a contract that states the rule has the clause', () => {
  expect(contract.clauses.get(clause)?.level).toBe('MUST')
  expect(contractWith({}).clauses.has(clause)).toBe(false)
  expect(contractWith({ patch: 'merge' }).clauses.has(clause)).toBe(false)
})

test.each([1, 2, 3, 4, 5])('a server that merges fails, and others pass (seed %i)', async (seed) => {
  expect(await checked('merges', seed)).toBe('fail')
  expect(await checked('replaces', seed)).toBe('pass')
  // This server replaces the object and then adds default values. The defaults do not prove that it merged
  // the objects.
  expect(await checked('fills', seed)).toBe('pass')
})

test('the stub proves the rule', { timeout: 60_000 }, async () => {
  const { clauses } = await verifyContract(contract, { only: ['books.update'] })
  expect(clauses.filter(({ proven }) => !proven).map((one) => `${one.clause}: ${one.reason}`)).toEqual([])
})
