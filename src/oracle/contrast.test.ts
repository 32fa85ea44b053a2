// Tests the description of the difference of two values, including differences that are invisible in print.
import { expect, test } from 'vitest'
import type { Json } from '../base/json.ts'
import { contrasted, differing } from './contrast.ts'

const told = (wanted: Json | undefined, is: Json | undefined): readonly string[] => {
  const { expected, received } = contrasted('name', { wanted, is })
  return [expected, received]
}

test("both descriptions begin with the member's name", () => {
  expect(told('a', 'b')).toEqual(['name "a"', 'name "b"'])
  expect(told(1, null)).toEqual(['name 1', 'name null'])
  expect(told('a', undefined)).toEqual(['name "a"', 'name is missing'])
  expect(told(undefined, 'a')).toEqual(['name is absent', 'name "a"'])
})

test('if one member of two objects differs, the description names its path', () => {
  expect(told({ to: { url: 'a', type: 'x' } }, { to: { url: 'b', type: 'x' } })).toEqual([
    'name.to.url "a"',
    'name.to.url "b"',
  ])
  expect(told({ a: 1, b: 2 }, { a: 2, b: 1 })).toEqual(['name {"a":1,"b":2}', 'name {"a":2,"b":1}'])
  expect(told({ a: 1 }, {})).toEqual(['name.a 1', 'name.a is missing'])
  expect(told([1, 2], [2, 1])).toEqual(['name [1,2]', 'name [2,1]'])
})

test('the path of the different member replaces a description with spaces', () => {
  expect(contrasted('the two messages', { wanted: { a: 1, b: 2 }, is: { a: 1, b: 3 } })).toEqual({
    expected: 'b 2',
    received: 'b 3',
    pointers: ['/b'],
  })
  expect(differing('the two messages', { wanted: { a: 1, b: 2 }, is: { a: 1, b: 3 } })).toBe('b')
  expect(differing('the two messages', { wanted: [1], is: [2] })).toBe('the two messages')
})

test('shows the original values, and not the compared forms', () => {
  const forms = { wanted: { at: '1', type: 'x' }, is: { at: '2', type: 'x' } }
  const values = { wanted: { at: '10:00Z', type: 'X' }, is: { at: '11:00Z', type: 'x' } }
  expect(contrasted('name', forms, values)).toEqual({
    expected: 'name.at "10:00Z"',
    received: 'name.at "11:00Z"',
    pointers: ['/name/at'],
  })
})

test('keeps the pointers of several members, and extends a single pointer to the different member', () => {
  const sides = { wanted: { a: 1, b: 2 }, is: { a: 1, b: 3 } }
  expect(contrasted('both', sides, sides, ['/x', '/y']).pointers).toEqual(['/x', '/y'])
  expect(contrasted('both', sides, sides, ['/x']).pointers).toEqual(['/x/b'])
  expect(contrasted('a/b', { wanted: 1, is: 2 }).pointers).toEqual(['/a~1b'])
})

test('shows the different part of long texts, and counts the omitted characters', () => {
  const [expected = '', received = ''] = told(`${'a'.repeat(1_000)}x${'b'.repeat(1_000)}`, 'a'.repeat(1_000))
  expect(expected).toMatch(/^name \(961 before\) …a{40}xb{259}… \(742 more\)$/)
  expect(received).toMatch(/^name \(702 before\) …a{299}"$/)
})

test.each<[string, string, string, string]>([
  ['an accent that is composed', 'é', 'e\u0301', 'U+00E9 at the first difference'],
  ['another script', 'a', '\u0430', 'U+0061 at the first difference'],
  ['an invisible character', 'a\u200bb', 'ab', 'U+200B U+0062 at the first difference'],
  ['a character that JSON escapes', 'a\nb', 'a\u0085b', 'U+000A U+0062 at the first difference'],
  ['another blank', 'a\u00a0b', 'a b', 'U+00A0 U+0062 at the first difference'],
  ['a character beyond the basic plane', '𝒜', 'A', 'U+1D49C at the first difference'],
])('values that look equal get code points: %s', (_, wanted, is, points) => {
  const [expected = '', received = ''] = told(wanted, is)
  expect(expected).toContain(points)
  expect(received).toContain('at the first difference')
})

test('visible differences show no code points', () => {
  expect(told('long', 'longer').join()).not.toContain('U+')
})
