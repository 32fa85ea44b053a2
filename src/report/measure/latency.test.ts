// Tests that a latency stores few values but gives accurate quantiles, also after merging.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Latency, LatencyTally, mergeLatencies, quantileMs } from './latency.ts'

const latencyOf = (durations: readonly number[]): Latency => {
  const tally = new LatencyTally()
  for (const durationMs of durations) tally.add(durationMs)
  return tally.latency
}
const durations = fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 500 })
const exact = (all: readonly number[], share: number): number =>
  [...all].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * all.length) - 1)] ?? 0

test('a quantile differs from the true one by less than a step', () => {
  fc.assert(
    fc.property(durations, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (all, share) => {
      const [told, is] = [quantileMs(latencyOf(all), share), exact(all, share)]
      // The lower bound does not apply to very short durations, because all of them count in the first step.
      if (is >= 0.02) expect(told / is).toBeGreaterThan(0.88)
      expect(told).toBeLessThanOrEqual(Math.max(0.012, is * 1.13))
    }),
  )
})

test('the shortest and the longest duration are exact', () => {
  const latency = latencyOf([12.3456, 5, 80])
  expect([latency.minMs, latency.maxMs, latency.count]).toEqual([5, 80, 3])
  expect([quantileMs(latency, 0), quantileMs(latency, 1)]).toEqual([5, 80])
  expect(latency.points).toEqual([12.3, 5, 80])
})

test('an empty tally has no latency', () => {
  expect(latencyOf([])).toEqual({ count: 0, minMs: 0, maxMs: 0, steps: {}, points: [] })
  expect(quantileMs(latencyOf([]), 0.5)).toBe(0)
  expect(mergeLatencies([])).toEqual(latencyOf([]))
})

test('keeps some of many durations, evenly from the first to the last', () => {
  const { points } = latencyOf(Array.from({ length: 100_000 }, (_, index) => index + 1))
  expect(points.length).toBeGreaterThan(50)
  expect(points.length).toBeLessThanOrEqual(101)
  const gaps = points.slice(1).map((point, index) => point - (points[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2_500)
  expect(points.at(-1)).toBeGreaterThan(97_000)
})

test('merging several tallies gives the same result as one tally', () => {
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 4 }), (shards) => {
      const { points, ...merged } = mergeLatencies(shards.map(latencyOf))
      const { points: _, ...whole } = latencyOf(shards.flat())
      expect(merged).toEqual(whole)
      expect(points.length).toBeLessThanOrEqual(101)
    }),
  )
})
