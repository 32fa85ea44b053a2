// Tests that the run learns answers to each kind of open point.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { contractOf, library } from '../../contract/contract.testing.ts'
import { acceptanceOf, attemptOf } from '../../oracle/index.ts'
import { Knowledge, type Profile } from '../../profile/index.ts'
import { exchangeOf, requestOf } from '../exchange.testing.ts'
import type { Intent } from '../requests/request.ts'
import { OpenPointObserver } from './observer.ts'

const openPoints = [
  { id: 'state-name', kind: 'property-name' },
  { id: 'initial-state', kind: 'default-of', of: 'books.create state-name' },
  { id: 'further', kind: 'further-members', of: 'books' },
  { id: 'further-of-notes', kind: 'further-members', of: 'books.get /notes/*' },
  { id: 'common', kind: 'common-members', of: 'books.get /notes/*' },
  { id: 'values', kind: 'values', of: 'books.get /notes/*/tags/*' },
  { id: 'status', kind: 'success-status', of: 'books.create' },
  { id: 'refusal', kind: 'refusal-status', of: 'books.create' },
  { id: 'moves', kind: 'empty-update-moves', of: 'books /changed' },
  { id: 'covers', kind: 'further-members', of: 'fixture:readCover' },
  { id: 'errors', kind: 'schema', of: 'errors' },
  { id: 'rate', kind: 'rate-limit' },
  { id: 'ends', kind: 'rate-limit-reset' },
].map((point) => ({ question: 'Which?', ...point }))

const withNotes: JsonObject = {
  ...(library['operations/books.get.json'] as JsonObject),
  response: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      notes: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
    },
    'x-open-property': { point: 'state-name', schema: { enum: ['in', 'out'] } },
  },
}
const contract = contractOf({
  ...library,
  'operations/books.get.json': withNotes,
  'contract.json': {
    ...(library['contract.json'] as JsonObject),
    rateLimit: { headers: { limit: 'RateLimit-Most', reset: 'RateLimit-In' } },
  },
  'open-points.json': { openPoints },
})

interface Told {
  readonly operation?: string
  readonly status?: number
  readonly sent?: Json
  readonly body?: Json
  readonly intent?: Intent
  readonly headers?: Readonly<Record<string, string>>
  readonly startedAtMs?: number
}

const learnt = (id: string, ...all: readonly Told[]): readonly Json[] => {
  const profile = {
    name: 'acme',
    openPoints: { 'state-name': 'state' },
    fixtures: { readCover: { method: 'GET', path: '/covers/{id}', id: '/cover' } },
  } as Profile
  const knowledge = new Knowledge(profile, contract)
  const observer = new OpenPointObserver(contract, knowledge)
  const accepts = acceptanceOf(contract)
  for (const { operation = 'books.get', sent, intent = 'valid', startedAtMs = 0, ...answer } of all)
    observer.see(
      attemptOf({ ...exchangeOf({ operation, body: {}, ...answer }), startedAtMs }, accepts),
      requestOf(operation, { intent, body: sent ?? null }),
    )
  observer.conclude()
  return knowledge.observed(id).map(({ value }) => value)
}

const notes = (...of: readonly JsonObject[]): Told => ({ body: { id: 'b', notes: of } })

test('members outside the schema, except one with a known name', () => {
  expect(learnt('further', { body: { id: 'b', notes: [], state: 'in', colour: 1 } })).toEqual(['colour'])
  expect(learnt('further', { body: { id: 'b', notes: [], colour: 1 }, intent: 'invalid' })).toEqual([])
  expect(learnt('further', { body: { colour: 1 } })).toEqual([])
  expect(learnt('further-of-notes', notes({ text: 'a', by: 'b' }, { text: 'c' }))).toEqual(['by'])
  const cover = { operation: 'fixture:readCover', body: { cover: 'c', colour: 1 } }
  expect(learnt('covers', cover)).toEqual(['colour'])
  expect(learnt('covers', { ...cover, status: 404 })).toEqual([])
})

test('members in all responses, and their values', () => {
  expect(learnt('common', notes({ text: 'a', by: 'b' }, { text: 'c' }))).toEqual([['text']])
  expect(learnt('common', notes({ text: 'a' }), notes({ by: 'b' }))).toEqual([[]])
  expect(learnt('common', { body: { id: 'b', notes: 'none' } })).toEqual([])
  expect(learnt('values', notes({ tags: ['x', 'y', 7] }, { tags: ['x'] }))).toEqual(['x', 'y'])
})

test('the value of an omitted member', () => {
  const created = { operation: 'books.create', body: { id: 1, title: 'a', state: 'in' }, status: 201 }
  expect(learnt('initial-state', { ...created, sent: { title: 'a' } })).toEqual(['in'])
  expect(learnt('initial-state', { ...created, sent: { title: 'a', state: 'in' } })).toEqual([])
})

test('statuses, errors and rates', () => {
  const create = { operation: 'books.create', body: { id: 1, title: 'a' } }
  const refused = { operation: 'books.create', status: 422, body: { why: 'b' }, intent: 'invalid' } as const
  expect(learnt('status', { ...create, status: 202 })).toEqual([202])
  expect(learnt('status', { ...create, status: 202, intent: 'probe' })).toEqual([])
  expect(learnt('refusal', refused)).toEqual([422])
  expect(learnt('refusal', { ...refused, status: 409 })).toEqual([])
  expect(learnt('errors', refused)).toEqual([expect.objectContaining({ required: ['why'] })])
  const headers = { 'ratelimit-most': '9', 'ratelimit-in': '3' }
  expect(learnt('rate', { headers })).toEqual([{ limit: 9 }])
  expect(learnt('ends', { headers })).toEqual(['seconds to wait'])
})

test('whether an empty update changes a timestamp after the clock has advanced', () => {
  const at = (changed: string, startedAtMs: number, sent: Json): Told => ({
    operation: 'books.update',
    body: { id: 'b', title: 'a', changed },
    startedAtMs,
    sent,
  })
  const [first, second] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.009Z']
  expect(learnt('moves', at(first, 0, { title: 'a' }), at(second, 50, {}))).toEqual([true])
  expect(learnt('moves', at(first, 0, { title: 'a' }), at(first, 50, {}))).toEqual([false])
  expect(learnt('moves', at(first, 0, { title: 'a' }), at(first, 1, {}))).toEqual([])
  expect(learnt('moves', at(first, 0, {}), at(second, 50, { title: 'b' }))).toEqual([])
})
