// Tests the generated texts for all 500 patterns, for single patterns and for pairs.
import { expect, test } from 'vitest'
import { drawn, impossible, met, patterns, type Wish, wishes } from '../generate/patterns.ts'

test.each(Object.keys(wishes) as Wish[])('%s', (wish) => {
  for (const pattern of patterns) {
    const texts = drawn(wish, pattern)
    if (Array.isArray(texts))
      expect(
        texts.filter((text) => !met(wish, pattern, text)),
        pattern,
      ).toEqual([])
  }
})

test('finds texts for all patterns except impossible ones, and except one of seven look-arounds in a loop', () => {
  const missing = patterns.filter((pattern) => !Array.isArray(drawn('matches', pattern, 1)))
  expect(missing.filter((pattern) => drawn('matches', pattern, 1) === null)).toEqual(impossible)
  expect(missing.length).toBe(impossible.length + 1)
})

test('a pattern that is called unavoidable matches every text, also the empty one', () => {
  const unavoidable = patterns.filter((pattern) => drawn('does not match', pattern, 1) === null)
  expect(unavoidable.length).toBe(16)
  for (const pattern of unavoidable) expect(new RegExp(pattern, 'u').test(''), pattern).toBe(true)
})
