// Tests creations and deletions that the server accepts with status 202 and carries out later.
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
import { type Answer, jsonServer } from './json-server.ts'

const about = library['operations/books.get.json']
const shown = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
}
const begun = { type: 'object', required: ['job'], properties: { job: { type: 'string' } } }
const job = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { enum: ['running', 'succeeded', 'failed'] },
    book: { type: ['string', 'null'] },
  },
}
const byJob = {
  ...{ poll: '/job', operation: 'jobs.get', within: 600 },
  ...{ done: { '/status': 'succeeded' }, failed: { '/status': 'failed' } },
}
const byAddress = { poll: 'location', within: 600 }

const contractWith = (create: Json | undefined, remove: Json | undefined) => {
  const { 'operations/books.update.json': _, ...files } = library
  const accepted = (word: Json | undefined) => (word === undefined ? {} : { accepted: word })
  return contractOf({
    ...files,
    'resources/books.json': {
      ...library['resources/books.json'],
      life: { create: 'books.create', read: 'books.get', delete: 'books.delete', list: 'books.list' },
      afterDelete: [404],
    },
    'resources/jobs.json': { title: 'job' },
    'operations/jobs.get.json': {
      ...about,
      ...{ name: 'jobs.get', title: 'Read a job', path: '/jobs/{job_id}', response: job },
      parameters: [{ name: 'job_id', in: 'path', schema: { type: 'string' } }],
    },
    'operations/books.create.json': {
      ...library['operations/books.create.json'],
      ...{ response: begun, success: [202], ...accepted(create) },
    },
    'operations/books.get.json': { ...about, response: shown },
    'operations/books.list.json': {
      ...library['operations/books.list.json'],
      response: { type: 'array', items: shown },
    },
    'operations/books.delete.json': {
      ...about,
      ...{ name: 'books.delete', title: 'Remove a book', method: 'DELETE', response: begun, success: [202] },
      ...accepted(remove),
    },
  } as Readonly<Record<string, JsonObject>>)
}
const stated = contractWith({ ...byJob, id: '/book' }, byJob)
const addressed = contractWith({ ...byAddress, id: 'location' }, byAddress)
const silent = contractWith(undefined, undefined)

type Fault = 'never-done' | 'wrong-book' | 'keeps' | 'slower'

const served = async (fault: Fault | null = null) => {
  const books = new Map<string, JsonObject>([['theirs', { id: 'theirs', title: 'Theirs' }]])
  const jobs = new Map<string, JsonObject>()
  const afterMs = fault === 'slower' ? 150 : 30
  const begin = (kind: string, book: string, work: () => void): Answer => {
    const id = `job${jobs.size + 1}`
    jobs.set(id, { id, status: 'running' })
    setTimeout(() => {
      work()
      const made = fault === 'wrong-book' ? 'theirs' : book
      if (fault !== 'never-done')
        jobs.set(id, { id, status: 'succeeded', ...(kind === 'create' ? { book: made } : {}) })
    }, afterMs)
    return { status: 202, body: { job: id }, headers: { location: `/status/${id}` } }
  }
  let count = 0
  const baseUrl = await jsonServer(({ method, path: [kind, id], body }) => {
    const one = (kind === 'books' ? books : jobs).get(id ?? '')
    if (kind === 'jobs') return one === undefined ? { status: 404 } : { status: 200, body: one }
    if (kind === 'status') {
      const book = one?.book === undefined ? {} : { location: `/books/${String(one.book)}` }
      return { status: one?.status === 'running' ? 202 : 200, body: {}, headers: book }
    }
    if (id === undefined && method === 'GET') return { status: 200, body: [...books.values()] }
    const { title } = (body ?? {}) as JsonObject
    if (id === undefined) {
      if (typeof title !== 'string' || title === '') return { status: 400 }
      count += 1
      const book = { id: `b${count}`, title }
      return begin('create', book.id, () => books.set(book.id, book))
    }
    if (one === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: one }
    if (id === 'theirs') throw new Error('somebody else’s book was deleted')
    return begin('delete', id, () => {
      if (fault !== 'keeps') books.delete(id)
    })
  })
  return { baseUrl, left: () => [...books.keys()] }
}

const checked = async (contract: typeof stated, fault: Fault | null) => {
  const { baseUrl, left } = await served(fault)
  const report = await conformance({
    ...{ contract, baseUrl, environment: {}, seed: 1, depth: 'default', writes: 'destructive' },
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { ...report, failed, left: left() }
}

test.each([
  ['an operation', stated, null],
  ['an address', addressed, null],
  ['an address, slowly', addressed, 'slower'],
  ['nothing', silent, null],
  ['nothing, slowly', silent, 'slower'],
] as const)(
  'a server passes if the contract names %s',
  async (_, contract, kind) => {
    const { failed, clauses, left, resources } = await checked(contract, kind)
    expect(failed).toEqual([])
    const open = clauses.filter(
      ({ id, verdict }) => id.startsWith('books.') && !['pass', 'not-applicable'].includes(verdict),
    )
    expect(open.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    expect(left).toEqual(['theirs'])
    expect(resources.leaked).toEqual([])
  },
  180_000,
)

test.each<readonly [Fault, readonly string[]]>([
  ['never-done', ['books.create.accepted-ends', 'books.delete.accepted-ends']],
  ['wrong-book', ['books.create.accepted-takes-effect']],
  [
    'keeps',
    ['books.delete.accepted-takes-effect', 'books.delete.gone-after-delete', 'books.get.gone-after-delete'],
  ],
])(
  '%s fails exactly these clauses',
  async (fault, expected) => {
    const { failed, left } = await checked(stated, fault)
    expect([...failed].sort()).toEqual([...expected].sort())
    expect(left).toContain('theirs')
  },
  180_000,
)

test('reports mistakes', () => {
  expect(() => contractWith({ ...byJob, operation: 'jobs.read' }, undefined)).toThrow(/jobs\.read/)
  expect(() => contractWith({ ...byJob, operation: 'books.list' }, undefined)).toThrow(/one path parameter/)
})

test.each([stated, addressed])(
  'the stub proves its clauses',
  async (contract) => {
    const { clauses } = await verifyContract(contract, {
      only: ['books.create', 'books.delete'],
    })
    // The stub cannot prove the clause `stored`. If a book has another title, the run assumes that another
    // client created the book.
    const left = clauses.filter(({ proven, clause }) => !proven && clause !== 'books.create.stored')
    expect(left.map(({ clause, reason }) => `${clause}: ${reason}`)).toEqual([])
  },
  180_000,
)

test('a sweep finds in the list the resource that a killed run had requested', async () => {
  const { baseUrl, left } = await served()
  const folder = mkdtempSync(join(tmpdir(), 'tc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const marker = 'tc-0000abcd'
  const sent = { title: `${marker} 1` }
  expect((await fetch(`${baseUrl}/books`, { method: 'POST', body: JSON.stringify(sent) })).status).toBe(202)
  const run = { entry: 'run', version: 1, marker, baseUrl, authUrl: baseUrl, tokenUrl: baseUrl, audience: '' }
  const entries = [
    { ...run, embedded: false, profile: null, fixtures: {} },
    { entry: 'intent', number: 1, kind: 'book', name: sent.title },
  ]
  const file = join(folder, 'ledger.jsonl')
  writeFileSync(file, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
  const told: string[] = []
  const result = await sweepLedger(file, {
    configure: () =>
      resolveSettings({ contract: stated, baseUrl, writes: 'destructive', reportDir: folder }, {}, false),
    tell: (became, kind) => told.push(`${became} ${kind}`),
    note: () => undefined,
  })
  expect(result).toMatchObject({ found: 'run', left: [] })
  expect(told).toEqual(['removed book'])
  expect(left()).toEqual(['theirs'])
}, 60_000)
