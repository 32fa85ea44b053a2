// Depths by name, and by percentage.
import { expect, test } from 'vitest'
import { depthAt, depthNamed, depthOf, depths } from './depth.ts'

test.each([
  ['quick', 'quick'],
  ['deep', 'deep'],
  ['0%', 'default'],
  ['100%', 'deep'],
  ['40%', '40%'],
  ['101%', null],
  ['040%', null],
  ['40', null],
  ['quik', null],
])('%s is the depth %s', (text, depth) => {
  expect(depthNamed(text)).toBe(depth)
})

test('the first half of the range gives cases to more operations, the second half draws more samples', () => {
  expect(depthOf('25%')).toEqual({ examples: 4, requestsMax: null, breadth: 0.5 })
  expect(depthOf('50%')).toEqual({ examples: 4, requestsMax: null, breadth: 1 })
  expect(depthOf('75%')).toEqual({ examples: 27, requestsMax: null, breadth: 1 })
  expect(depthOf(depthAt(100))).toEqual(depths.deep)
  expect(depthOf(depthAt(0))).toEqual(depths.default)
})
