// Reads rate-limit headers in all common notations.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import { remainingOf, waitAskedMs, waitInWords } from './rate-headers.ts'

const arrivedAtMs = Date.parse('2026-01-01T00:00:00.400Z')

function answered(headers: Record<string, string>): Exchange {
  return {
    id: 1,
    principal: 'full',
    operation: 'test',
    request: { method: 'GET', url: 'http://a/', headers: {}, body: null },
    response: { status: 429, headers, body: '', bodyBytes: 0, wellFormed: true },
    failure: null,
    startedAtMs: arrivedAtMs - 100,
    durationMs: 100,
  }
}

const second = Math.ceil(arrivedAtMs / 1000)

test.each([
  ['nothing', {}, null],
  ['epoch seconds', { 'x-ratelimit-reset': `${second + 2}` }, 2_600],
  ['epoch milliseconds', { 'x-ratelimit-reset': `${arrivedAtMs + 1_234}` }, 1_234],
  ['epoch seconds with a fraction', { 'x-ratelimit-reset': `${second}.5` }, 1_100],
  ['seconds from now', { 'x-ratelimit-reset': '3' }, 3_000],
  ['a time that has passed', { 'x-ratelimit-reset': `${second - 5}` }, null],
  ['zero', { 'x-ratelimit-reset': '0' }, null],
  ['Retry-After in seconds', { 'retry-after': '7' }, 7_000],
  ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 4_600],
  ['Retry-After of years', { 'retry-after': '1000000000' }, 1e12],
  [
    'Retry-After of more digits than a number has',
    { 'retry-after': '9'.repeat(30) },
    Number('9'.repeat(30)) * 1000,
  ],
  [
    'Retry-After of a far date',
    { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
    Date.parse('9999-12-31T23:59:59Z') - arrivedAtMs,
  ],
  ['a far time in seconds', { 'x-ratelimit-reset': '9999999999' }, 9_999_999_999_000 - arrivedAtMs],
  ['a far time in milliseconds', { 'x-ratelimit-reset': '9999999999999' }, 9_999_999_999_999 - arrivedAtMs],
  ['both: the longer one', { 'retry-after': '1', 'x-ratelimit-reset': '2' }, 2_000],
  ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': '-1' }, null],
  ['more nonsense', { 'retry-after': '1e9', 'x-ratelimit-reset': 'NaN' }, null],
  [
    'an epoch by a clock that is an hour ahead',
    { date: 'Thu, 01 Jan 2026 01:00:00 GMT', 'x-ratelimit-reset': `${second + 3_601}` },
    2_000,
  ],
  [
    'an epoch by a clock that is a day behind',
    { date: 'Wed, 31 Dec 2025 00:00:00 GMT', 'x-ratelimit-reset': `${second - 86_400 + 4}` },
    5_000,
  ],
  ['a clock that agrees', { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'x-ratelimit-reset': `${second}` }, 600],
])('%s', (_, headers, waitMs) => {
  const asked = waitAskedMs(answered(headers))
  if (waitMs === null) expect(asked).toBeNull()
  else expect(asked).toBeCloseTo(waitMs, 3)
})

test('the number of remaining requests is read only if it is a whole number', () => {
  const left = (text: string) =>
    remainingOf({
      status: 200,
      headers: { 'x-ratelimit-remaining': text },
      body: '',
      bodyBytes: 0,
      wellFormed: true,
    })
  expect([left('0'), left(' 12 '), left('-1'), left('1.5'), left(''), left('9'.repeat(40))]).toEqual([
    0,
    12,
    null,
    null,
    null,
    null,
  ])
})

test('the headers may have other names', () => {
  const names = { remaining: 'RateLimit-Left', reset: 'RateLimit-In' }
  const exchange = answered({ 'ratelimit-left': '3', 'ratelimit-in': '2', 'x-ratelimit-reset': '9' })
  expect(waitAskedMs(exchange, names)).toBe(2_000)
  expect(exchange.response && remainingOf(exchange.response, names)).toBe(3)
  expect(waitAskedMs(exchange, {})).toBeNull()
})

test.each([
  [0, '1 second'],
  [1_000, '1 second'],
  [1_001, '2 seconds'],
  [119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [7_200_000, '2 hours'],
  [172_800_000, '2 days'],
  [1e12, '11575 days'],
  [Number.POSITIVE_INFINITY, 'for ever'],
])('%d ms', (ms, words) => {
  expect(waitInWords(ms)).toBe(words)
})
