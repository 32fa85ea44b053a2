// Bounds of JSON nesting and parts.
import { expect, test } from 'vitest'
import { excessOf, levelsMax, partsMax } from './structure.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const list = (elements: number): string => `[${Array(elements).fill('1').join(',')}]`
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join(',')}}`

test('accepts JSON up to the limit of levels', () => {
  expect(excessOf(nested(levelsMax))).toBeNull()
  expect(excessOf(nested(levelsMax + 1))).toBe('more than 400 levels of arrays and objects')
  expect(excessOf('{"a":'.repeat(levelsMax + 1))).toMatch(/levels/)
  expect(excessOf(nested(100_000))).toMatch(/levels/)
})

test('accepts JSON up to the limit of members and elements', () => {
  for (const text of [list, members]) {
    // It is a part, too.
    expect(excessOf(text(partsMax))).toBeNull()
    expect(excessOf(text(partsMax + 1))).toBe('more than 50000 members and elements')
  }
})

test('ignores brackets inside of texts', () => {
  expect(
    excessOf(JSON.stringify({ a: '[{'.repeat(100_000), b: '\\"['.repeat(100_000), c: ',\\' })),
  ).toBeNull()
})
