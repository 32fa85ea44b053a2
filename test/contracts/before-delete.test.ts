// Tests APIs that require another request before a deletion. The clean-up, checks, a sweep and the stub
// must all follow this rule.
// @module-tag whole
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Json, JsonObject } from '../../src/base/json.ts'
import { contractOf, library } from '../../src/contract/contract.testing.ts'
import { sweepLedger } from '../../src/engine/index.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { jsonServer } from './json-server.ts'

const shown = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    state: { enum: ['lent', 'stopping', 'returned'] },
  },
}
const about = library['operations/books.get.json']
const contractWith = (beforeDelete: Json | undefined) => {
  const { 'operations/books.update.json': _, ...files } = library
  return contractOf({
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      serverSet: { '/state': 'any' },
      afterDelete: [404],
      ...(beforeDelete === undefined ? {} : { beforeDelete }),
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
    'operations/books.return.json': {
      ...about,
      ...{ name: 'books.return', title: 'Take a book back', method: 'POST', path: '/books/{book_id}/return' },
      response: shown,
    },
  } as Readonly<Record<string, JsonObject>>)
}
const step = { operation: 'books.return', until: { '/state': 'returned' }, within: 2000, refusal: [409] }
const contract = contractWith(step)

type Fault = 'deletes-early' | 'refuses-but-deletes' | 'slow' | 'strict'

const served = async (fault: Fault | null = null) => {
  const books = new Map<string, JsonObject>([['theirs', { id: 'theirs', title: 'Theirs', state: 'lent' }]])
  let [count, returned] = [0, 0]
  const baseUrl = await jsonServer(({ method, path: [, id, action], body }) => {
    if (id === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    const { title } = (body ?? {}) as JsonObject
    if (id === undefined) {
      if (typeof title !== 'string' || title === '') return { status: 400 }
      count += 1
      books.set(`b${count}`, { id: `b${count}`, title, state: 'lent' })
      return { status: 201, body: books.get(`b${count}`) ?? {} }
    }
    const book = books.get(id)
    if (book === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: book }
    if (action === 'return') {
      if (id === 'theirs') throw new Error('somebody else’s book was returned')
      if (fault === 'strict' && book.state !== 'lent') return { status: 422 }
      returned += 1
      books.set(id, { ...book, state: fault === 'slow' ? 'stopping' : 'returned' })
      if (fault === 'slow')
        setTimeout(() => books.has(id) && books.set(id, { ...book, state: 'returned' }), 150)
      return { status: 200, body: books.get(id) ?? {} }
    }
    if (book.state !== 'returned' && fault !== 'deletes-early') {
      if (fault === 'refuses-but-deletes') books.delete(id)
      return { status: 409, body: {} }
    }
    books.delete(id)
    return { status: 204 }
  })
  return { baseUrl, left: () => [...books.keys()], returned: () => returned }
}

const checked = async (baseUrl: string, of = contract) => {
  const report = await conformance({
    contract: of,
    baseUrl,
    environment: {},
    seed: 1,
    depth: 'default',
    writes: 'destructive',
  })
  return { ...report, failed: report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id) }
}

test('the statement names the required request, and a wrong request is an error', () => {
  expect(contract.clauses.get('books.delete.early-delete-refused')?.statement).toBe(
    'The tenant returns 409 for a deletion before the operation books.return, and changes nothing.',
  )
  expect(contractWith('books.return').clauses.has('books.delete.early-delete-refused')).toBe(false)
  expect(() => contractWith('books.stop')).toThrow(/books\.stop/)
  expect(() => contractWith('books.list')).toThrow(/contains no id of the resource/)
})

test.each(['slow', 'strict', null] as const)(
  'a conforming server passes, and nothing is left: %s',
  async (kind) => {
    const { baseUrl, left, returned } = await served(kind)
    const { failed, clauses, resources } = await checked(baseUrl)
    expect(failed).toEqual([])
    const early = clauses.find(({ id }) => id === 'books.delete.early-delete-refused')
    expect(early?.verdict).toBe('pass')
    expect(resources.leaked).toEqual([])
    expect(left()).toEqual(['theirs'])
    expect(returned()).toBeGreaterThan(0)
  },
  120_000,
)

test.each(['deletes-early', 'refuses-but-deletes'] as const)(
  '%s fails exactly that clause',
  async (fault) => {
    const { baseUrl } = await served(fault)
    expect((await checked(baseUrl)).failed).toEqual(['books.delete.early-delete-refused'])
  },
  60_000,
)

test('without the key, the message proposes it', async () => {
  const { baseUrl, left } = await served()
  const { resources } = await checked(baseUrl, contractWith(undefined))
  expect(left().length).toBeGreaterThan(1)
  expect(left().length).toBeLessThan(30)
  expect(resources.leaked.length).toBeGreaterThan(0)
  const { clauses } = await checked((await served()).baseUrl, contractWith(undefined))
  expect(clauses.map(({ reason }) => reason).join('\n')).toContain('"beforeDelete": "books.return"')
}, 60_000)

test('a sweep also sends the required request', async () => {
  const { baseUrl, left } = await served()
  const folder = mkdtempSync(join(tmpdir(), 'tc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const marker = 'tc-0000abcd'
  const made = await fetch(`${baseUrl}/books`, {
    method: 'POST',
    body: JSON.stringify({ title: `${marker} 1` }),
  })
  const { id } = (await made.json()) as { readonly id: string }
  const entries = [
    {
      entry: 'run',
      version: 1,
      marker,
      baseUrl,
      authUrl: baseUrl,
      tokenUrl: baseUrl,
      audience: '',
      embedded: false,
      profile: null,
      fixtures: {},
    },
    { entry: 'intent', number: 1, kind: 'book', name: `${marker} 1` },
    { entry: 'created', number: 1, kind: 'book', id },
    // The tenant of this test created this resource itself, so the run must not remove it.
    { entry: 'created', number: 2, kind: 'book', id: 'theirs' },
  ]
  const file = join(folder, 'ledger.jsonl')
  writeFileSync(file, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
  const told: string[] = []
  await sweepLedger(file, {
    configure: () =>
      resolveSettings({ contract, baseUrl, writes: 'destructive', reportDir: folder }, {}, false),
    tell: (became, kind) => told.push(`${became} ${kind}`),
    note: () => undefined,
  })
  expect(told.sort()).toEqual(['not ours book', 'removed book'])
  expect(left()).toEqual(['theirs'])
}, 60_000)

test('the stub proves its clauses', async () => {
  const { clauses } = await verifyContract(contract, { only: ['books.delete'] })
  const left = clauses.filter(({ proven }) => !proven)
  expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
}, 120_000)

test('an update can be the required request', () => {
  const { 'operations/books.update.json': update, ...files } = library
  const of = (operation: string) =>
    contractOf({
      ...files,
      'operations/books.update.json': update as JsonObject,
      'resources/books.json': {
        ...library['resources/books.json'],
        life: {
          ...(library['resources/books.json']?.life as JsonObject),
          delete: 'books.delete',
        },
        beforeDelete: { operation, body: { title: 'returned' }, refusal: [409] },
      },
      'operations/books.delete.json': {
        ...about,
        ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: null },
      },
    } as Readonly<Record<string, JsonObject>>)
  const { beforeDelete } = of('books.update').resources.get('books') ?? {}
  expect(beforeDelete).toMatchObject({
    operation: 'books.update',
    body: { title: 'returned' },
    withinMs: 10_000,
  })
})
