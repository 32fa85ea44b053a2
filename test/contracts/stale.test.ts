// Uses the stub to test changes that send the header If-Match (RFC 9110, section 13.1.1).
// @module-tag whole
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { jsonServer } from './json-server.ts'

const change = library['operations/books.update.json'] as JsonObject
const parameters = change.parameters as readonly JsonObject[]
const contractWith = (required: boolean) =>
  contractOf({
    ...library,
    'operations/books.update.json': {
      ...change,
      parameters: [...parameters, { name: 'If-Match', in: 'header', required, schema: { type: 'string' } }],
    },
  })

const about = library['operations/books.get.json'] as JsonObject
const contractWithDeletion = (required: boolean) =>
  contractOf({
    ...library,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { ...(library['resources/books.json']?.life as JsonObject), delete: 'books.delete' },
      afterDelete: [404],
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null, success: [204] },
      parameters: [...parameters, { name: 'If-Match', in: 'header', required, schema: { type: 'string' } }],
    },
  } as Readonly<Record<string, JsonObject>>)

type Fault = 'stale-accepted' | 'removed-though-refused'

const deleted = async (fault: Fault | null) => {
  const books = new Map<string, JsonObject>()
  let count = 0
  const tagOf = (book: JsonObject): string => `"${JSON.stringify(book).length}-${String(book.version)}"`
  const baseUrl = await jsonServer(({ method, path: [, named], body, headers }) => {
    const before = books.get(named ?? '')
    if (named === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    if (named !== undefined && before === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: before ?? {}, headers: { etag: tagOf(before ?? {}) } }
    if (method === 'DELETE') {
      const tag = headers['if-match']
      const isStale = tag !== undefined && tag !== '*' && tag !== tagOf(before ?? {})
      if (!isStale || fault !== null) books.delete(named ?? '')
      return { status: isStale && fault !== 'stale-accepted' ? 412 : 204 }
    }
    const { title } = (body ?? {}) as JsonObject
    if (title !== undefined && (typeof title !== 'string' || title === '')) return { status: 400 }
    if (named === undefined && title === undefined) return { status: 400 }
    const id = Number(before?.id ?? 700 + count)
    count += 1
    const book = { ...before, ...(body as JsonObject), id, version: count }
    books.set(String(id), book)
    return { status: named === undefined ? 201 : 200, body: book, headers: { etag: tagOf(book) } }
  })
  const clause = 'books.delete.stale-refused'
  const report = await conformance({
    ...{ contract: contractWithDeletion(false), baseUrl, environment: {}, seed: 1, depth: 'default' },
    ...{ only: [clause], writes: 'destructive' },
  })
  return { verdict: report.clauses.find(({ id }) => id === clause)?.verdict, left: books.size }
}

test('a deletion of an earlier version must be refused, and remove nothing', async () => {
  expect(await deleted(null)).toEqual({ verdict: 'pass', left: 0 })
  expect(await deleted('stale-accepted')).toEqual({ verdict: 'fail', left: 0 })
  expect(await deleted('removed-though-refused')).toEqual({ verdict: 'fail', left: 0 })
})

test('the stub proves the deletion', { timeout: 60_000 }, async () => {
  for (const required of [true, false]) {
    const { clauses } = await verifyContract(contractWithDeletion(required), { only: ['books.delete'] })
    const law = clauses.find(({ clause }) => clause === 'books.delete.stale-refused')
    expect(law).toMatchObject({ proven: true })
  }
})

test('only updates that accept If-Match have the clause', () => {
  const clause = 'books.update.stale-refused'
  expect(contractWith(false).clauses.get(clause)?.statement).toMatch(/returns 412/)
  expect(contractOf(library).clauses.has(clause)).toBe(false)
})

const unproven = async (contract: Contract): Promise<readonly string[]> =>
  (await verifyContract(contract)).clauses.filter(({ proven }) => !proven).map(({ clause }) => clause)

test('the clause is proven, and no other is lost, whether the header is required or not', async () => {
  const [required, optional, without] = await Promise.all(
    [contractWith(true), contractWith(false), contractOf(library)].map(unproven),
  )
  expect(required).toEqual(without)
  expect(optional).toEqual(without)
}, 120_000)
