// Converts regular expressions that are written for other engines.
import { expect, test } from 'vitest'
import { readablePattern } from './pattern.ts'

test.each([
  ['^[a-z]+$', '^[a-z]+$'],
  ['\\Aabc\\z', '^abc$'],
  ['\\Aabc\\Z', '^abc$'],
  ['^a\\-b\\_c$', '^a-b_c$'],
  ['^[\\w\\-]+$', '^[\\w\\-]+$'],
  ['\\p{L}', '\\p{L}'],
])('%s becomes %s', (pattern, expected) => {
  expect(readablePattern(pattern)).toEqual({ pattern: expected })
})

test.each(['(?i)abc', '[[:alpha:]]+(', 'a++', '(?<!', `${'('.repeat(100_000)}`])(
  '%.20s is rejected',
  (pattern) => {
    expect(readablePattern(pattern)).toEqual({
      reason: 'the pattern is not a regular expression of ECMA-262',
    })
  },
)

test('rejects a pattern that backtracks forever', () => {
  expect(readablePattern('^(?=(a+)+$)')).toEqual({ reason: 'some texts would need exponential time' })
})
