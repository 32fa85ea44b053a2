// Tests that each header of a 429 response is judged by its clause.
import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { answered, unanswered } from './exchange.testing.ts'
import { judgeRateLimited } from './rate-limited-response.ts'

const contract = loadContract()
const all = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000000' }
const judge = (headers: Readonly<Record<string, string>>) =>
  judgeRateLimited(answered(429, {}, { headers }), contract)
const numbers = (limit: string, remaining: string) =>
  judge({ ...all, 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining })

test('all three headers, and two whole numbers, satisfy both clauses', () => {
  const satisfied = [
    { clause: 'any.rate-limit-headers', problem: null },
    { clause: 'any.rate-limit-numbers', problem: null },
  ]
  expect(judge(all)).toEqual(satisfied)
  expect(numbers('10', '10')).toEqual(satisfied)
  expect(numbers(' 010 ', '9')).toEqual(satisfied)
  expect(judge({ ...all, 'x-ratelimit-reset': 'soon' })).toEqual(satisfied)
})

test.each(Object.keys(all))('without %s', (name) => {
  const headers = Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
  expect(judge(headers)[0]).toEqual({
    clause: 'any.rate-limit-headers',
    problem: {
      says: expect.stringMatching(new RegExp(`^A 429 lacks ${name}\\.$`, 'i')),
      expected: 'the headers X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      received: `429 without ${name}`,
    },
  })
  // The second clause compares two headers. If one of these headers is missing, this clause gets no
  // judgement.
  expect(judge(headers).length).toBe(name === 'x-ratelimit-reset' ? 2 : 1)
})

test('names all missing headers, and a blank header is missing', () => {
  const received = '429 without x-ratelimit-remaining, x-ratelimit-reset'
  expect(judge({ 'x-ratelimit-limit': '1' })[0]?.problem?.received).toBe(received)
  expect(judge({ ...all, 'x-ratelimit-remaining': '', 'x-ratelimit-reset': ' ' })[0]?.problem?.received).toBe(
    received,
  )
  expect(judgeRateLimited(unanswered('closed'), contract)).toHaveLength(1)
  expect(judge({ ...all, 'x-ratelimit-limit': ' ' })).toHaveLength(1)
  expect(judge({ ...all, 'x-ratelimit-remaining': '' })).toHaveLength(1)
})

test.each([
  ['10', '11'],
  ['9', '10'],
  ['ten', '1'],
  ['10', 'none'],
  ['10', '-1'],
  ['10', '1.5'],
  ['10;w=60', '1'],
  ['10, 10', '1'],
  ['1e3', '1'],
])('limit %s, remaining %s are not two whole numbers, or too many remain', (limit, remaining) => {
  expect(numbers(limit, remaining)).toEqual([
    { clause: 'any.rate-limit-headers', problem: null },
    {
      clause: 'any.rate-limit-numbers',
      problem: {
        says: `A 429 response reports a limit of ${limit} and ${remaining} remaining.`,
        expected: 'two whole numbers, and the remaining number is not above the limit',
        received: `limit ${limit}, remaining ${remaining}`,
      },
    },
  ])
})

test('a contract names the headers, and without a rate limit nothing is judged', () => {
  const rateLimit = { status: 503, headers: { reset: 'Retry-After' } }
  const busy = answered(503, {}, { headers: { 'retry-after': '3' } })
  const { clauses } = contract
  expect(judgeRateLimited(busy, { clauses, rateLimit })).toEqual([
    { clause: 'any.rate-limit-headers', problem: null },
  ])
  expect(judgeRateLimited(answered(503), { clauses, rateLimit })[0]?.problem).toEqual({
    says: 'A 503 lacks Retry-After.',
    expected: 'the headers Retry-After',
    received: '503 without retry-after',
  })
  expect(judgeRateLimited(busy, { clauses, rateLimit: null })).toEqual([])
  expect(judgeRateLimited(busy, { clauses, rateLimit: { status: 503, headers: {} } })).toEqual([])
})

test('a 429 of the token endpoint does not concern the rate limit of the API', () => {
  const exchange = { ...answered(429, {}, { headers: {} }), operation: 'token' }
  expect(judgeRateLimited(exchange, contract)).toEqual([])
})
