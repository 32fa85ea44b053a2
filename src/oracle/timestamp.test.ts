// Time stamps: read to the nanosecond, and none where the calendar or the clock has no such moment.
import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { shapeJudge } from './shape.ts'
import { timestampNs } from './timestamp.ts'

const none = [
  '2026-02-31T00:00:00Z',
  '2026-02-29T00:00:00.000Z',
  '2100-02-29T00:00:00Z',
  '2026-04-31T12:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T12:60:00Z',
  '2026-01-01T12:30:60Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+00:00',
  '2026-01-01 00:00:00Z',
  '20260101T000000Z',
  '2026-01-01T00:00:00,5Z',
  '2026-01-01t00:00:00z',
]

const some = [
  '2026-02-28T23:59:59Z',
  '2024-02-29T00:00:00.000Z',
  '2000-02-29T00:00:00.123456789Z',
  '2016-12-31T23:59:60Z',
  '2026-07-31T00:00:00.1Z',
]

const judge = shapeJudge(loadContract().operations.get('event-streams.update')?.response ?? {})

/** What the schema of a returned stream says of a created_at. */
const problemOf = (createdAt: string): unknown =>
  judge({ created_at: createdAt }).find(({ clause }) => clause.endsWith('.returned-timestamps'))?.problem

test.each(none)('%s is no time stamp, and a failure where it is returned', (text) => {
  expect(timestampNs(text)).toBeNull()
  expect(problemOf(text)).not.toBeNull()
})

test.each(some)('%s is one', (text) => {
  expect(timestampNs(text)).not.toBeNull()
  expect(problemOf(text)).toBeNull()
})

test('no decimal is lost, and a leap second is the one after it', () => {
  expect(timestampNs('1970-01-01T00:00:01.000000001Z')).toBe(1_000_000_001n)
  expect(timestampNs('2016-12-31T23:59:60Z')).toBe(timestampNs('2017-01-01T00:00:00Z'))
  expect(timestampNs(7)).toBeNull()
})
