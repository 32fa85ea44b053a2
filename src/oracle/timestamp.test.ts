// Time stamps: what is one, and that no decimal is lost.
import { expect, test } from 'vitest'
import { timestampNs } from './timestamp.ts'

const second = 1_767_323_045n * 1_000_000_000n // 2026-01-02T03:04:05Z

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
  ['a month that there is not', '2026-13-02T03:04:05Z'],
  ['a day that its month does not have', '2026-02-30T03:04:05Z'],
  ['a leap day in a year without one', '2026-02-29T03:04:05Z'],
  ['hour 24', '2026-01-02T24:00:00Z'],
  ['an hour that there is not', '2026-01-02T25:04:05Z'],
  ['a minute that there is not', '2026-01-02T03:60:05Z'],
  ['an array of one', ['2026-01-02T03:04:05Z']],
  ['milliseconds as a number', 1_767_323_045_000],
  ['null', null],
  ['nothing', undefined],
  ['empty text', ''],
])('%s is not a time stamp', (_name, value) => {
  expect(timestampNs(value)).toBeNull()
})
