// Regular expressions that were written for other engines.
import { expect, test } from 'vitest'
import { readablePattern } from './pattern.ts'

test.each([
  ['^[a-z]+$', '^[a-z]+$'],
  ['\\Aabc\\z', '^abc$'],
  ['\\Aabc\\Z', '^abc$'],
  ['^a\\-b\\_c$', '^a-b_c$'],
  ['^[\\w\\-]+$', '^[\\w\\-]+$'],
  ['\\p{L}', '\\p{L}'],
])('reads %s as %s', (pattern, expected) => {
  expect(readablePattern(pattern)).toEqual({ pattern: expected })
})

test.each(['(?i)abc', '[[:alpha:]]+(', 'a++', '(?<!', `${'('.repeat(100_000)}`])(
  'does not read %.20s',
  (pattern) => {
    expect(readablePattern(pattern)).toEqual({ reason: 'it is no regular expression of ECMA-262' })
  },
)

test('does not read a pattern with endless backtracking', () => {
  expect(readablePattern('^(?=(a+)+$)')).toEqual({ reason: 'some texts would take exponentially long' })
})
