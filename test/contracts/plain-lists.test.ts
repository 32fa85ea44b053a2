// Tests lists that contain only ids instead of objects.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const title = { type: 'string', minLength: 1, maxLength: 60 }
const sent = { type: 'object', required: ['title'], properties: { title } }
const about = library['operations/books.get.json']

const contractWith = (id: Json, type = 'string') => {
  const shown = { ...sent, properties: { id: { type }, title } }
  return contractOf({
    'contract.json': { name: 'library', title: 'Library', version: '1' },
    'resources/books.json': {
      title: 'book',
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      ...{ name: '/title', id, afterDelete: [404] },
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      ...{ request: sent, response: shown },
    },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      response: { type: 'array', items: { type } },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
    },
  } as unknown as Readonly<Record<string, JsonObject>>)
}
const stated = { 'books.list': '', default: '/id' }

type Fault = 'lists-none' | 'keeps-deleted' | 'lists-titles'

const listed = async (id: Json, fault: Fault | null = null, type = 'string') => {
  const books = new Map<string, JsonObject>()
  const ended: Json[] = []
  let count = 700
  const baseUrl = await jsonServer(({ method, path: [, named, ...more], body }) => {
    if (more.length > 0) return { status: 404 }
    const all = fault === 'lists-titles' ? [...books.values()].map((one) => one.title ?? '') : undefined
    const ids = [...books.values()].map((one) => one.id ?? '')
    if (named === undefined && method === 'GET')
      return { status: 200, body: all ?? [...(fault === 'lists-none' ? [] : ids), ...ended] }
    const before = books.get(named ?? '')
    if (named !== undefined && before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before as Json }
    if (method === 'DELETE') {
      if (fault === 'keeps-deleted') ended.push(before?.id ?? '')
      books.delete(named ?? '')
      return { status: 204 }
    }
    const { title } = (body ?? {}) as JsonObject
    if (typeof title !== 'string' || title === '' || [...title].length > 60) return { status: 400 }
    const own = type === 'integer' ? count++ : `book-${count++}-${Math.random().toString(36).slice(2)}`
    books.set(String(own), { id: own, title })
    return { status: 201, body: { id: own, title } }
  })
  const contract = contractWith(id, type)
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', only: ['books.list.listed'] },
  })
  const clause = report.clauses.find((one) => one.id === 'books.list.listed')
  return { verdict: clause?.verdict, reason: JSON.stringify(clause), left: books.size }
}

test.each(['string', 'integer'])('a list of %s ids passes, stated or not', async (type) => {
  expect(await listed(stated, null, type)).toMatchObject({ verdict: 'pass', left: 0 })
  expect(await listed('/id', null, type)).toMatchObject({ verdict: 'pass', left: 0 })
})

test('an id that is missing, or that remains after its deletion, fails', async () => {
  expect(await listed(stated, 'lists-none')).toMatchObject({ verdict: 'fail' })
  expect(await listed('/id', 'keeps-deleted')).toMatchObject({ verdict: 'fail' })
})

test('the run judges texts that may not be ids only if the contract says that they are ids', async () => {
  const { verdict, reason } = await listed('/id', 'lists-titles')
  expect(verdict).toBe('inconclusive')
  expect(reason).toContain('\\"books.list\\": \\"\\"')
})

test('refuses a location that no item has, with an explanation', () => {
  expect(() => contractWith({ 'books.list': '/0/id', default: '/id' })).toThrow(
    'an item of books.list has no member /0/id: the pointer starts at an item',
  )
})

test('the stub proves the rule', { timeout: 60_000 }, async () => {
  const { clauses } = await verifyContract(contractWith(stated), { only: ['books.list'] })
  expect(clauses.find(({ clause }) => clause === 'books.list.listed')?.proven).toBe(true)
})
