// Limits of the nesting of JSON, and of the number of members and elements.
import { expect, test } from 'vitest'
import { excessOf, levelsMax, partsMax } from './structure.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const list = (elements: number): string => `[${Array(elements).fill('1').join(',')}]`
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join(',')}}`

test('accepts the maximum of levels, and no more', () => {
  expect(excessOf(nested(levelsMax))).toBeNull()
  expect(excessOf(nested(levelsMax + 1))).toBe('more than 400 levels of arrays and objects')
  expect(excessOf('{"a":'.repeat(levelsMax + 1))).toMatch(/levels/)
  expect(excessOf(nested(100_000))).toMatch(/levels/)
})

test('accepts the maximum of members and elements, and no more', () => {
  for (const text of [list, members]) {
    // The object or the array itself also counts as a part.
    expect(excessOf(text(partsMax))).toBeNull()
    expect(excessOf(text(partsMax + 1))).toBe('more than 50000 members and elements')
  }
})

test('brackets in a string do not count', () => {
  expect(
    excessOf(JSON.stringify({ a: '[{'.repeat(100_000), b: '\\"['.repeat(100_000), c: ',\\' })),
  ).toBeNull()
})
