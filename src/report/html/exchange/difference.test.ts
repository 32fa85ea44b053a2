// Tests the differences of two messages.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { membersThatDiffer, parted, touches } from './difference.ts'

test('returns the JSON pointers of members that the other body lacks or has with another value', () => {
  const own = '{"a":1,"b":{"c":[1,2],"d":"x"},"e":{}}'
  const other = '{"b":{"d":"x","c":[1,3]},"a":1.0,"f":2}'
  expect([...(membersThatDiffer(own, other) ?? [])]).toEqual(['/b/c/1', '/e'])
  expect(membersThatDiffer(own, own)?.size).toBe(0)
  expect(membersThatDiffer(own, 'no JSON')).toBeNull()
})

test('compares a deeply nested body up to a maximum depth', () => {
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`
  expect(membersThatDiffer(deep, deep)?.size).toBe(0)
})

test('a pointer touches its own line, lines within it and whole lines around it', () => {
  expect(touches(['/a'], { pointer: '/a', whole: true })).toBe(true)
  expect(touches(['/a'], { pointer: '/a/0', whole: true })).toBe(true)
  expect(touches(['/a/0'], { pointer: '/a', whole: true })).toBe(true)
  expect(touches(['/a/0'], { pointer: '/a', whole: false })).toBe(false)
  expect(touches(['/a'], { pointer: '/ab', whole: true })).toBe(false)
})

test('two texts differ in the middle', () => {
  expect(parted('abXcd', 'abYYcd')).toEqual(['ab', 'X', 'cd'])
  expect(parted('aa', 'aaa')).toEqual(['aa', '', ''])
  expect(parted('same', 'same')).toEqual(['same', '', ''])
  fc.assert(
    fc.property(fc.string(), fc.string(), (own, other) => {
      const [start, middle, end] = parted(own, other)
      expect(start + middle + end).toBe(own)
      expect(other.startsWith(start) && other.endsWith(end)).toBe(true)
    }),
  )
})
