// Tests the depth that the user, the speed and the limits choose.
import { expect, test } from 'vitest'
import { type Depth, depthOf } from '../../base/depth.ts'
import { configOf } from '../setting.testing.ts'
import { depthBySpeed, depthWithoutSpeed, type Speed } from './depth-choice.ts'
import { guessedRequests } from './guessed-requests.ts'

const requestsAt = (depth: Depth): number => {
  const { breadth, examples } = depthOf(depth)
  return 1000 + 500 * breadth + ((examples - 4) / 46) * 500
}
const open = (overrides: Parameters<typeof configOf>[0] = {}) => configOf({ depthAsked: false, ...overrides })
const served = (msPerRequest: number, allowed: Speed['allowed'] = null): Speed => ({ msPerRequest, allowed })

test.each<[ms: number, depth: Depth]>([
  [0.5, 'deep'],
  [7.5, 'deep'],
  [7.6, '90%'],
  [10, '50%'],
  [12, '20%'],
  [15, 'default'],
  [400, 'default'],
])('with %d ms for each request, the depth is %s', (ms, depth) => {
  expect(depthBySpeed(open(), requestsAt, served(ms)).depth).toBe(depth)
})

test.each<[what: string, allowed: NonNullable<Speed['allowed']>, depth: Depth]>([
  ['two requests each second', { left: 49, perSecond: 2 }, 'default'],
  ['an unknown number', { left: 100, perSecond: 0 }, 'default'],
  ['enough at once', { left: 2000, perSecond: 0 }, 'deep'],
  ['a hundred requests each second', { left: 100, perSecond: 100 }, '60%'],
  ['a thousand requests each second', { left: 10, perSecond: 1000 }, 'deep'],
])('a tenant that allows %s decides', (_, allowed, depth) => {
  expect(depthBySpeed(open(), requestsAt, served(0.5, allowed)).depth).toBe(depth)
})

test('the user’s rate, minutes and number of requests limit the choice', () => {
  const at = (overrides: Parameters<typeof configOf>[0]) =>
    depthBySpeed(open(overrides), requestsAt, served(0.1)).depth
  expect(at({ ratePerSecond: 2 })).toBe('default')
  expect(at({ ratePerSecond: 100 })).toBe('50%')
  expect(at({ minutesMax: 0.001 })).toBe('default')
  expect(at({ minutesMax: 60 })).toBe('deep')
  expect(at({ requestsMax: 1000 })).toBe('default')
  expect(at({ requestsMax: 2000 })).toBe('60%')
  expect(at({ requestsMax: 2500 })).toBe('deep')
})

test('a chosen depth, a shard and the embedded tenant need no measurement', () => {
  const without = (overrides: Parameters<typeof configOf>[0]) =>
    depthWithoutSpeed(open(overrides), requestsAt)
  expect(without({ depthAsked: true, depth: 'quick' })).toMatchObject({
    depth: 'quick',
    reason: 'set with --depth',
  })
  expect(without({ shard: { index: 1, count: 2 } })?.depth).toBe('default')
  expect(without({ embedded: true })).toEqual({ depth: 'deep', reason: 'the tenant is in this process' })
  expect(without({ ratePerSecond: 1 })?.depth).toBe('default')
  expect(without({})).toBeNull()
})

test('the choice contains its reason and the further requests of a deeper run', () => {
  expect(depthBySpeed(open(), requestsAt, served(10))).toEqual({
    depth: '50%',
    reason: 'about 1500 requests fit into 15 s (10 ms each)',
    deeper: { depth: 'deep', requests: 500, seconds: 5 },
  })
  expect(depthBySpeed(open({ ratePerSecond: 2 }), requestsAt, served(1))).toEqual({
    depth: 'default',
    reason: 'no more requests fit into 15 s (1 ms each; --rate 2)',
    deeper: { depth: 'deep', requests: 1000, seconds: 500 },
  })
})

test('a run of a contract without counts stays below its request limit and reports that', () => {
  expect(depthBySpeed(open(), requestsAt, served(0.5), 1_300)).toEqual({
    depth: '30%',
    reason: 'a deeper depth sends more than 4 requests for each clause',
    deeper: { depth: 'deep', requests: 700, seconds: 0 },
  })
  expect(depthBySpeed(open(), requestsAt, served(0.5), 2_000).depth).toBe('deep')
  expect(depthWithoutSpeed(open(), requestsAt, 1_000)?.depth).toBe('default')
})

test('without counts, the requests of a check grow with the operations and with the samples', () => {
  const [least, broad, deep] = (['default', '50%', 'deep'] as const).map((depth) =>
    guessedRequests(100, depth),
  )
  expect([least, broad, deep]).toEqual([380, 600, 2_440])
})
