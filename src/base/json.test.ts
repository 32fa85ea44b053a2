// Tests writing a value at a JSON pointer.
import { expect, test } from 'vitest'
import { withMember } from './json.ts'

test.each([
  ['an element of an array', { a: [1, { b: 2 }] }, '/a/1/b', { a: [1, { b: 9 }] }],
  ['no element that the array lacks', { a: [1] }, '/a/1', { a: [1] }],
  ['a missing object', {}, '/a/b', { a: { b: 9 } }],
  ['a name with escapes', { 'a/b~': 1 }, '/a~1b~0', { 'a/b~': 9 }],
])('writes %s', (_, body, pointer, written) => {
  expect(withMember(body, pointer, 9)).toEqual(written)
})
