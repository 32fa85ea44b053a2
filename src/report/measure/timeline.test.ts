// Tests that no data is lost when a timeline merges its steps.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTimelines, type Timeline, TimelineTally, type TimeStep } from './timeline.ts'

const sum = ({ steps }: Timeline, of: keyof TimeStep): number =>
  steps.reduce((total, step) => total + step[of], 0)

const spans = fc.array(
  fc.record({
    fromMs: fc.integer({ min: 0, max: 3_600_000 }),
    durationMs: fc.integer({ min: 0, max: 60_000 }),
  }),
  { minLength: 1, maxLength: 60 },
)

test('divides a span among the steps that it covers', () => {
  const tally = new TimelineTally(1_000, 100)
  tally.count('requests', 1_050)
  tally.addSpan('busyMs', 1_050, 200)
  tally.phase('random', 1_100)
  expect(tally.timeline).toEqual({
    fromMs: 1_000,
    stepMs: 100,
    steps: [50, 100, 50].map((busyMs, index) => ({
      ...{ requests: index === 0 ? 1 : 0, busyMs },
      ...{ rateLimited: 0, waitedMs: 0, failures: 0 },
    })),
    phases: [{ phase: 'random', atMs: 1_100 }],
  })
})

test('a long run has few steps that contain everything', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const tally = new TimelineTally(0)
      for (const { fromMs, durationMs } of all) {
        tally.count('requests', fromMs)
        tally.addSpan('busyMs', fromMs, durationMs)
      }
      const { timeline } = tally
      expect(timeline.steps.length).toBeLessThanOrEqual(160)
      expect(sum(timeline, 'requests')).toBe(all.length)
      const total = all.reduce((ms, { durationMs }) => ms + durationMs, 0)
      expect(Math.abs(sum(timeline, 'busyMs') - total)).toBeLessThanOrEqual(timeline.steps.length)
    }),
  )
})

test('a clock that was set back causes no gap', () => {
  const tally = new TimelineTally(10_000, 100)
  tally.count('requests', 2_000)
  tally.addSpan('busyMs', 9_950, 100)
  expect(tally.timeline.steps).toMatchObject([{ requests: 1, busyMs: 50 }])
})

test('timelines of shards add up at their times, with the phases of the longest', () => {
  const [one, other] = [0, 300].map((fromMs, number) => {
    const tally = new TimelineTally(fromMs, 100)
    for (let step = 0; step <= number + 2; step += 1) tally.count('requests', fromMs + step * 100)
    tally.addSpan('waitedMs', fromMs, 50)
    tally.phase('random', fromMs)
    return tally.timeline
  })
  if (one === undefined || other === undefined) throw new Error('no time line')
  const merged = mergeTimelines([other, one])
  expect(merged?.fromMs).toBe(0)
  expect(merged?.steps.map(({ requests }) => requests)).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(merged?.steps.map(({ waitedMs }) => waitedMs)).toEqual([50, 0, 0, 50, 0, 0, 0])
  expect(merged?.phases).toEqual([{ phase: 'random', atMs: 300 }])
  expect(mergeTimelines([])).toBeNull()
})
