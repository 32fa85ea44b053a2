// Tests the scales: marks are round numbers, and values stay within the limits.
import { expect, test } from 'vitest'
import { linearScale, logScale } from './scale.ts'

test('powers of ten have equal distances and enclose all values', () => {
  const scale = logScale(0.6, 625, 0, 300)
  expect(scale.marks).toEqual([0.1, 1, 10, 100, 1000])
  expect(scale.marks.map((mark) => Math.round(scale.of(mark)))).toEqual([0, 75, 150, 225, 300])
  expect(scale.of(0)).toBe(0)
  expect(scale.of(10_000)).toBe(300)
})

test('equal steps start at zero and use round numbers', () => {
  expect(linearScale(7.9, 0, 79).marks).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(linearScale(15_800, 0, 1).marks).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000])
  expect(linearScale(0, 0, 1).of(5)).toBe(1)
  expect(linearScale(10, 100, 0).of(5)).toBe(50)
})
