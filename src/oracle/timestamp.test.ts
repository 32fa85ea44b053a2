// Tests the parser of timestamps, which is exact to the nanosecond.
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

const problemOf = (createdAt: string): unknown =>
  judge({ created_at: createdAt, updated_at: '2026-01-01T00:00:00Z' }).find(({ clause }) =>
    clause.endsWith('.returned-timestamps'),
  )?.problem

test.each(none)('%s is no time stamp, and fails in a response', (text) => {
  expect(timestampNs(text)).toBeNull()
  expect(problemOf(text)).not.toBeNull()
})

test.each(some)('%s is a time stamp', (text) => {
  expect(timestampNs(text)).not.toBeNull()
  expect(problemOf(text)).toBeNull()
})

test('all decimals count, and a leap second equals the next second', () => {
  expect(timestampNs('1970-01-01T00:00:01.000000001Z')).toBe(1_000_000_001n)
  expect(timestampNs('2016-12-31T23:59:60Z')).toBe(timestampNs('2017-01-01T00:00:00Z'))
  expect(timestampNs(7)).toBeNull()
})

const second = 1_767_323_045n * 1_000_000_000n // 2026-01-02T03:04:05Z in nanoseconds

test.each<[string, bigint]>([
  ['2026-01-02T03:04:05Z', second],
  ['2026-01-02T03:04:05.0Z', second],
  ['2026-01-02T03:04:05.1Z', second + 100_000_000n],
  ['2026-01-02T03:04:05.123Z', second + 123_000_000n],
  ['2026-01-02T03:04:05.000000001Z', second + 1n],
  ['2026-01-02T03:04:05.123456789Z', second + 123_456_789n],
  ['2026-01-02T03:04:05.1234567899Z', second + 123_456_789n],
  ['1970-01-01T00:00:00Z', 0n],
  ['1969-12-31T23:59:59.5Z', -500_000_000n],
  ['2016-12-31T23:59:60.5Z', 1_483_228_800n * 1_000_000_000n + 500_000_000n],
  ['2024-02-29T00:00:00Z', 1_709_164_800n * 1_000_000_000n],
])('%s', (text, expected) => {
  expect(timestampNs(text)).toBe(expected)
})

test.each<[string, unknown]>([
  ['a date alone', '2026-01-02'],
  ['without a zone', '2026-01-02T03:04:05'],
  ['an offset', '2026-01-02T03:04:05+00:00'],
  ['a small z', '2026-01-02T03:04:05z'],
  ['a space', '2026-01-02 03:04:05Z'],
  ['no seconds', '2026-01-02T03:04Z'],
  ['a point without decimals', '2026-01-02T03:04:05.Z'],
  ['a comma', '2026-01-02T03:04:05,1Z'],
  ['something before', ' 2026-01-02T03:04:05Z'],
  ['something after', '2026-01-02T03:04:05Z '],
  ['a year of five digits', '+02026-01-02T03:04:05Z'],
  ['month 13', '2026-13-02T03:04:05Z'],
  ['a day that its month does not have', '2026-02-30T03:04:05Z'],
  ['a leap day in a common year', '2026-02-29T03:04:05Z'],
  ['a leap second of an impossible day', '2026-02-30T23:59:60Z'],
  ['a leap second of another minute', '2016-12-31T23:58:60Z'],
  ['hour 24', '2026-01-02T24:00:00Z'],
  ['hour 25', '2026-01-02T25:04:05Z'],
  ['minute 60', '2026-01-02T03:60:05Z'],
  ['an array of one', ['2026-01-02T03:04:05Z']],
  ['milliseconds as a number', 1_767_323_045_000],
  ['null', null],
  ['nothing', undefined],
  ['empty text', ''],
])('%s is not a time stamp', (_name, value) => {
  expect(timestampNs(value)).toBeNull()
})
