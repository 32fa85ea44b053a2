// Tests that shrinking finds the smallest counterexample with few attempts.
import { expect, test } from 'vitest'
import { falsifiable, shrunk } from './smallest.ts'

const seeds = Array.from({ length: 50 }, (_, index) => index + 1)
const triesMax = 500

test.each(Object.entries(falsifiable))('%s', (_, property) => {
  const courses = seeds.map((seed) => shrunk(property, seed))
  expect(courses.map(({ reached }) => reached)).toEqual(seeds.map(() => property.smallest))
  expect(Math.max(...courses.map(({ tried }) => tried))).toBeLessThanOrEqual(triesMax)
})
