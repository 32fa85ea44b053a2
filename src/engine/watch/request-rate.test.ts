// Tests that the message about a 503 under load contains the request rate.
import { expect, test } from 'vitest'
import { contract, exchangeOf } from '../exchange.testing.ts'
import { RequestRate } from './request-rate.ts'

/** Sends one request every `apartMs` milliseconds. Returns the description of the burst. */
const wordsOf = (count: number, apartMs: number, status = 503, of = contract): string => {
  const pace = new RequestRate(of)
  const all = Array.from({ length: count }, (_, index) => ({
    ...exchangeOf({ status: index === count - 1 ? status : 200 }),
    startedAtMs: 1_000_000 + index * apartMs,
  }))
  for (const one of all) pace.see(one)
  return pace.describeBurst(all.at(-1) ?? exchangeOf())
}

test('a 503 in a burst reports its rate and names the clause of the rate', () => {
  expect(wordsOf(101, 10)).toBe(
    ' The request was part of a burst of about 101 requests per second: if these requests exceed the rate limit, the status must be 429 (see any.rate-limit-headers).',
  )
  expect(wordsOf(24, 1)).toContain('a burst of about 240 requests per second')
})

test('a 503 among few requests, another status, and a contract without a rate report no rate', () => {
  expect(wordsOf(19, 10)).toBe('')
  expect(wordsOf(100, 100)).toBe('')
  expect(wordsOf(100, 10, 500)).toBe('')
  expect(wordsOf(100, 10, 503, { ...contract, rateLimit: null })).toBe('')
})
