// Tests how often the run repeats a request that may fail by chance.
import { expect, test } from 'vitest'
import { exchangeOf } from '../exchange.testing.ts'
import { DroppedRequests } from './dropped-requests.ts'

/** Requests without a response alternate with 503 responses. */
function after(requests: number, everyFailed: number): DroppedRequests {
  const losses = new DroppedRequests()
  for (let number = 1; number <= requests; number += 1) {
    const failed = number % 2 ? 0 : 503
    losses.see(exchangeOf({ status: number % everyFailed === 0 ? failed : 200 }), 'valid')
  }
  return losses
}

test.each([
  ['nothing was sent', after(0, 1), 3, false],
  ['nothing fails', after(900, 1_000), 3, false],
  ['one of a thousand fails', after(1_000, 1_000), 3, false],
  ['one of nine fails', after(900, 9), 7, false],
  ['one of three fails', after(900, 3), 8, true],
  ['all fail', after(10, 1), 8, true],
])('if %s', (_, losses, tries, doubtful) => {
  expect([losses.tries, losses.doubt !== null]).toEqual([tries, doubtful])
})

test('a request that the tenant may refuse, or that was never sent, is no lost request', () => {
  const losses = new DroppedRequests()
  const lost = exchangeOf({ status: 0 })
  losses.see(lost, 'probe')
  losses.see(lost, 'invalid')
  losses.see({ ...lost, id: 0 }, 'valid')
  expect([losses.tries, losses.doubt]).toEqual([3, null])
})

test('`anyDropped` counts every sent request', () => {
  const losses = new DroppedRequests()
  losses.see({ ...exchangeOf({ status: 0 }), id: 0 }, 'valid')
  losses.see(exchangeOf(), 'invalid')
  expect(losses.anyDropped).toBe(false)
  losses.see(exchangeOf({ status: 0 }), 'invalid')
  expect(losses.anyDropped).toBe(true)
})
