// Depths with a name, for example `deep`, and depths with a percentage, for example `40%`.
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

test('a percentage up to 50 adds operations, one above 50 adds samples', () => {
  expect(depthOf('25%')).toEqual({ examples: 4, requestsMax: null, breadth: 0.5 })
  expect(depthOf('50%')).toEqual({ examples: 4, requestsMax: null, breadth: 1 })
  expect(depthOf('75%')).toEqual({ examples: 27, requestsMax: null, breadth: 1 })
  expect(depthOf(depthAt(100))).toEqual(depths.deep)
  expect(depthOf(depthAt(0))).toEqual(depths.default)
})
