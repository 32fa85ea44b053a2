// Tests that the remaining time is estimated only if the run sends enough requests.
import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('estimates the remaining time of a steady run', () => {
  const pace = new Pace()
  for (let second = 0; second <= 5; second += 1) pace.note(second * 10, second * 1_000)
  expect(pace.perSecond(50, 5_000)).toBe(10)
  expect(pace.leftMs(50, 100, 5_000)).toBe(10_000)
  expect(pace.leftMs(50, 0, 5_000)).toBeNull()
})

test('gives no estimate for a run that waits', () => {
  const pace = new Pace()
  for (let second = 0; second <= 60; second += 1) pace.note(1, second * 1_000)
  expect(pace.leftMs(1, 769, 60_000)).toBeNull()
  expect(pace.leftMs(3, 769, 60_000)).toBeNull()
})
