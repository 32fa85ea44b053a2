// Measures which share of the allowed rate the client uses, and how many 429s it gets.
import { expect, test } from 'vitest'
import {
  bucket,
  fixedWindow,
  type Policy,
  slidingWindow,
  type TellingName,
  tellings,
} from './policy.testing.ts'
import { simulate } from './share.testing.ts'

const buckets = [
  [1, 1],
  [10, 2],
  [12, 25],
  [100, 50],
] as const

const honest: readonly TellingName[] = [
  'precise',
  'whole seconds',
  'only by a 429',
  'only how long',
  'nothing',
]

test.each(
  buckets.flatMap(([burst, perSecond]) => honest.map((telling) => [burst, perSecond, telling] as const)),
)(
  'a bucket of %i with %i per second that tells "%s" is used to nine tenths',
  async (burst, perSecond, telling) => {
    const seconds = burst === 1 ? 180 : 60
    const { share, refused } = await simulate({ policy: () => bucket(burst, perSecond), telling, seconds })
    expect(share).toBeGreaterThanOrEqual(0.9)
    // Refusals are rare. They come in groups, because several requests are pending when the limit is
    // reached.
    expect(refused).toBeLessThan(40)
  },
)

test.each([4, 100])('the same if a response takes %i ms and reports the reset', async (answerMs) => {
  for (const [burst, perSecond] of buckets.slice(1)) {
    const policy = () => bucket(burst, perSecond)
    const { share } = await simulate({ policy, telling: 'whole seconds', seconds: 60, answerMs })
    expect(share).toBeGreaterThanOrEqual(0.9)
  }
})

const policies: readonly (readonly [string, () => Policy])[] = [
  ['a bucket', () => bucket(12, 25)],
  ['a fixed window', () => fixedWindow(100, 60_000)],
  ['a window of a second', () => fixedWindow(12, 1_000)],
  ['a sliding window', () => slidingWindow(20, 2_000)],
]

test.each(
  policies.flatMap(([name, policy]) =>
    (Object.keys(tellings) as TellingName[]).map((telling) => [name, telling, policy] as const),
  ),
)('%s that reports "%s" neither stops the run nor is flooded', async (_, telling, policy) => {
  const { share, served, refused } = await simulate({ policy, telling, seconds: 120 })
  expect(share).toBeGreaterThan(0.5)
  expect(refused).toBeLessThan(0.5 * served)
})

test.each(['principal', 'operation', 'both'] as const)(
  'what is counted by %s is told from what all share, where the tenant tells how many are left',
  async (counting) => {
    const together = bucket(10, 2).most(60_000)
    const { served, refused } = await simulate({
      policy: () => bucket(10, 2),
      telling: 'whole seconds',
      counting,
      seconds: 60,
    })
    expect(served).toBeGreaterThan(1.8 * together)
    expect(refused).toBeLessThan(0.3 * served)
  },
)

test("the gate never exceeds the operator's rate, whatever the tenant does", async () => {
  const { served } = await simulate({
    policy: () => bucket(1_000, 1_000),
    telling: 'precise',
    seconds: 20,
    ratePerSecond: 5,
  })
  expect(served).toBeGreaterThan(95)
  expect(served).toBeLessThanOrEqual(101)
})
