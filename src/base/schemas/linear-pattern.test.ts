import { expect, test } from 'vitest'
import { linearPattern, mayNotEnd } from './linear-pattern.ts'
import { validatorOf } from './validator.ts'

test.each([
  ['^(a+)+$', `${'a'.repeat(60)}!`],
  ['^(a|aa)+$', `${'a'.repeat(80)}!`],
  ['^([a-zA-Z0-9]+/?)*\\.$', 'a'.repeat(80)],
  ['^([^.]+)+$', `${'x'.repeat(80)}.`],
])('%s ends on a text that causes backtracking', { timeout: 5_000 }, (source, text) => {
  expect(linearPattern(source).test(text)).toBe(false)
})

test.each([
  ['^.$', '🚀', true],
  ['^.{2}$', '🚀', false],
  ['^[^a]$', '漢', true],
  ['^\\p{Lu}$', 'Ä', true],
  ['^(?=.*\\d).+$', 'a1', true],
  ['^(a)\\1$', 'aa', true],
])('%s on %s is %s, as with the flag "u"', (source, text, matches) => {
  expect(linearPattern(source).test(text)).toBe(matches)
  expect(new RegExp(source, 'u').test(text)).toBe(matches)
})

test.each([
  ['^(?=.*[a-z])(?=.*\\d).{8,}$', false],
  ['^(?=(a+)+$)', true],
  ['^(\\p{L}+)+$', true],
  ['^\\p{L}+$', false],
  ['^(a+)+$', false],
  ['^(a|b)\\1*$', false],
])('%s may never end: %s', (source, answer) => {
  expect(mayNotEnd(source)).toBe(answer)
})

// V8's linear engine needs seconds for this text. V8 never uses the linear engine for an expression
// with the flag "u".
test('other expressions keep the fast engine', () => {
  expect(linearPattern('^(a+)+$').test(`${'a'.repeat(60)}!`)).toBe(false)
  const text = `${' '.repeat(500_000)}{"name":"a"}`
  const millisecondsOf = (expression: RegExp): number => {
    const from = performance.now()
    for (let count = 0; count < 3; count += 1) expect(expression.test(text)).toBe(false)
    return performance.now() - from
  }
  const source = '(?:^|[[:,])\\s*-?(?:[\\d.]{16}|[\\d.]+[eE])'
  const fast = millisecondsOf(new RegExp(source, 'u'))
  expect(millisecondsOf(new RegExp(source)) / fast).toBeLessThan(30)
}, 60_000)

test('an invalid expression is an error', () => {
  expect(() => linearPattern('(')).toThrow(SyntaxError)
})

test('two expressions in one schema are distinct', () => {
  const validate = validatorOf({
    settings: 'body',
    schema: { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } },
  })
  expect(validate({ a: 'a', b: 'b' })).toBe(true)
  expect(validate({ a: 'a', b: 'a' })).toBe(false)
})
