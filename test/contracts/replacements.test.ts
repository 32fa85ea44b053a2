// Tests creations that name an existing resource, and actions that replace a resource by a new one.
// @module-tag whole
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const title = { type: 'string', minLength: 1, maxLength: 80 }
const shown = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: { id: { type: 'string' }, title, status: { enum: ['current', 'replaced'] } },
}
const sent = { type: 'object', required: ['title'], properties: { title } }
const about = library['operations/books.get.json']

const contractWith = (upsert: Json, superseded: JsonObject = { '/status': 'replaced' }) => {
  const { 'operations/books.update.json': _, ...files } = library
  return contractOf({
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      ...{ serverSet: { '/status': 'any' }, upsert },
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      ...{ request: sent, response: shown },
    },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      response: { type: 'array', items: shown },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
    },
    'operations/books.reprint.json': {
      ...about,
      ...{
        name: 'books.reprint',
        title: 'Give a new edition',
        method: 'PUT',
        request: sent,
        response: shown,
      },
      ...{ success: [201], supersedes: superseded },
    },
  } as Readonly<Record<string, JsonObject>>)
}

type Fault =
  | 'creates'
  | 'refuses'
  | 'stores-nothing'
  | 'accepts-unknown'
  | 'same-id'
  | 'old-goes-on'
  | 'gives-theirs'

/** With `ends`, an update gives the book a new id, and the old id then gets 404. */
const served = async (fault: Fault | null, ends = false) => {
  const books = new Map<string, JsonObject>([
    ['theirs', { id: 'theirs', title: 'Theirs', status: 'current' }],
  ])
  let count = 0
  const make = (title: Json): JsonObject => {
    count += 1
    const id = `book-${(count * 7_919).toString(36)}${Math.random().toString(36).slice(2, 12)}${'k3m9q1z7t5'}`
    const book = { id, title, status: 'current' }
    books.set(id, book)
    return book
  }
  const baseUrl = await jsonServer(({ method, path: [, id], body }) => {
    if (id === undefined && method === 'GET')
      return { status: 200, body: [...books.values()].filter(({ status }) => status === 'current') }
    const { title, id: named } = (body ?? {}) as JsonObject
    const isValid = typeof title === 'string' && title !== '' && [...title].length <= 80
    if (id === undefined) {
      if (!isValid) return { status: 400 }
      if (named === undefined && fault === 'gives-theirs' && count++ % 2 === 0)
        return { status: 201, body: { id: 'theirs', title, status: 'current' } }
      if (named === undefined || fault === 'creates') return { status: 201, body: make(title) }
      const existing = books.get(String(named))
      if (existing === undefined)
        return fault === 'accepts-unknown' ? { status: 201, body: make(title) } : { status: 404 }
      if (fault === 'refuses') return { status: 409 }
      if (ends) {
        books.set(String(named), { ...existing, status: 'replaced' })
        return { status: 201, body: make(title) }
      }
      if (fault !== 'stores-nothing') books.set(String(named), { ...existing, title })
      return { status: 201, body: { ...existing, title } }
    }
    const one = books.get(id)
    if (one === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: one }
    if (method === 'PUT') {
      if (!isValid) return { status: 400 }
      if (one.status !== 'current') return { status: 409 }
      if (fault === 'same-id') {
        books.set(id, { ...one, title })
        return { status: 201, body: { ...one, title } }
      }
      if (fault !== 'old-goes-on') books.set(id, { ...one, status: 'replaced' })
      return { status: 201, body: make(title) }
    }
    if (one.status !== 'current') return { status: 409 }
    books.delete(id)
    return { status: 204 }
  })
  const left = () => [...books.values()].filter(({ status }) => status === 'current').map(({ id }) => id)
  return { baseUrl, left, theirs: () => books.get('theirs') }
}

const checked = async (contract: ReturnType<typeof contractWith>, fault: Fault | null, ends = false) => {
  const { baseUrl, left } = await served(fault, ends)
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', writes: 'destructive' },
  })
  const of = (verdict: string) => report.clauses.filter((one) => one.verdict === verdict).map(({ id }) => id)
  return { failed: of('fail'), passed: of('pass'), left: left() }
}
const plain = contractWith({ unknown: [404] })

test('a conforming server passes, and nothing is left', async () => {
  const { failed, passed, left } = await checked(plain, null)
  expect(failed).toEqual([])
  expect(passed).toEqual(
    expect.arrayContaining([
      'books.create.upsert',
      'books.create.upsert-unknown',
      'books.reprint.supersedes',
    ]),
  )
  expect(left).toEqual(['theirs'])
})

test.each<[Fault, string]>([
  ['creates', 'books.create.upsert'],
  ['refuses', 'books.create.upsert'],
  ['stores-nothing', 'books.create.upsert'],
  ['accepts-unknown', 'books.create.upsert-unknown'],
  ['same-id', 'books.reprint.supersedes'],
])('%s fails only %s', async (fault, clause) => {
  const { failed, left } = await checked(plain, fault)
  expect(failed.filter((id) => id !== clause && !/upsert-unknown|as-sent/.test(id))).toEqual([])
  expect(failed).toContain(clause)
  expect(left).toEqual(['theirs'])
})

test('an old resource that continues to exist fails, and is also removed', async () => {
  const { failed, left } = await checked(plain, 'old-goes-on')
  expect(failed).toEqual(['books.reprint.supersedes'])
  expect(left).toEqual(['theirs'])
})

test('an update may create a new resource only if the contract says so', async () => {
  const may = await checked(contractWith({ id: 'may-change' }), null, true)
  expect(may.failed).toEqual([])
  expect(may.left).toEqual(['theirs'])
  const kept = await checked(contractWith(true), null, true)
  expect(kept.failed).toEqual(['books.create.upsert'])
  expect(kept.left).toEqual(['theirs'])
})

test('if the response to a creation shows a resource of another client, the run neither changes nor replaces it', async () => {
  const { baseUrl, left, theirs } = await served('gives-theirs')
  await conformance({
    ...{ contract: plain, baseUrl, environment: {}, seed: 1, depth: 'default', writes: 'destructive' },
  })
  expect(theirs()).toEqual({ id: 'theirs', title: 'Theirs', status: 'current' })
  expect(left()).toEqual(['theirs'])
})

test('without the key, also removes what a replacement creates under another id', async () => {
  const { 'operations/books.update.json': _, ...files } = library
  const contract = contractOf({
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', replace: 'books.replace', delete: 'books.delete' },
      serverSet: { '/status': 'any' },
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
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null },
    },
  } as unknown as Readonly<Record<string, JsonObject>>)
  const { failed, left } = await checked(contract, null)
  expect(failed).not.toEqual([])
  expect(left).toEqual(['theirs'])
})

test('each rule is proven', { timeout: 60_000 }, async () => {
  const { clauses } = await verifyContract(plain, { only: ['books.create', 'books.reprint'] })
  const laws = clauses.filter(({ clause }) => /upsert|supersedes/.test(clause))
  expect(laws).toHaveLength(3)
  const left = clauses.filter(({ proven, clause }) => !proven && clause !== 'books.create.stored')
  expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
})

test('an operation that supersedes is no part of a life cycle', () => {
  expect(() =>
    contractOf({
      ...library,
      'operations/books.update.json': { ...library['operations/books.update.json'], supersedes: {} },
    } as unknown as Readonly<Record<string, JsonObject>>),
  ).toThrow('the operation returns a new resource, so it is not the "update" of books')
})
