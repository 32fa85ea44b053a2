// Reads the tenant's clock and rate limit from response headers.
import { expect, test } from 'vitest'
import type { Exchange } from '../base/exchange.ts'
import { loadContract } from '../contract/index.ts'
import { clock, rate } from './response-headers.ts'

const atMs = Date.UTC(2026, 0, 1)

const answered = (headers: Record<string, string>, status = 200): Exchange => ({
  ...{ id: 1, principal: 'none', operation: 'look', failure: null, startedAtMs: atMs, durationMs: 100 },
  request: { method: 'GET', url: 'https://tenant.example/', headers: {}, body: null },
  response: { status, headers, body: '', bodyBytes: 0, wellFormed: true },
})
const dated = (skewMs: number): Exchange => answered({ date: new Date(atMs + skewMs).toUTCString() })

test.each([
  ['agrees', [dated(0)], 'ok', /differ by seconds/],
  ['is ahead', [dated(90_000)], 'warning', /ahead by 90 s/],
  ['is behind by hours', [dated(-7_200_000)], 'warning', /behind by 2 h/],
  ['of two nodes agrees at one', [dated(90_000), dated(0)], 'ok', /differ by seconds/],
  ['is not told', [answered({}), answered({ date: 'soon' })], 'unknown', /no response/],
])('a clock that %s', (_, exchanges, state, found) => {
  expect(clock(exchanges)).toMatchObject({ state, found: expect.stringMatching(found) })
})

const config = { contract: loadContract(), profile: { name: 'none' }, writes: 'destructive' } as const

test('shows the rate of the latest response', () => {
  const told = (remaining: string): Exchange =>
    answered({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': '1767225600',
    })
  const { state, found } = rate([told('9'), told('8'), answered({})], config)
  expect(state).toBe('ok')
  expect(found).toBe('X-RateLimit-Limit 10, X-RateLimit-Remaining 8, X-RateLimit-Reset 1767225600 (00:00:00)')
})

test('reports a 429; without any, the rate is unknown, with the clauses that need one', () => {
  expect(rate([answered({}), answered({}, 429)], config)).toMatchObject({ state: 'warning' })
  expect(rate([answered({})], config)).toMatchObject({
    state: 'unknown',
    found: 'no response shows a rate limit: 3 clauses get no verdict, unless the tenant has a rate limit',
    unlocks: 3,
  })
  const gaps = [{ clause: 'any.rate-limit-*', reason: 'it has none' }]
  expect(rate([answered({})], { ...config, profile: { name: 'a', gaps } })).toMatchObject({ unlocks: 0 })
})
