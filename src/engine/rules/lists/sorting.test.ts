import { expect, test } from 'vitest'
import { compared } from './sorting.ts'

test.each([
  [1, 2],
  [-1, 0.5],
  ['alder', 'birch'],
  ['Alder', 'birch'],
  ['item 1', 'item 2'],
  ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.001Z'],
  ['2024-01-01T02:00:00+02:00', '2024-01-01T00:30:00Z'],
  ['2024-01-31', '2024-02-01'],
])('%j comes before %j', (one, other) => {
  expect(compared(one, other)).toBeLessThan(0)
  expect(compared(other, one)).toBeGreaterThan(0)
})

test.each([
  ['Birch', 'alder'],
  ['item 10', 'item 9'],
  ['co-op', 'coat'],
  ['a', 'A'],
  ['Ångström', 'zebra'],
  ['same', 'same'],
  ['1', 2],
  [null, 'a'],
  [undefined, 1],
  [true, false],
])('the order of %j and %j depends on the service', (one, other) => {
  expect(compared(one, other)).toBe(0)
})
