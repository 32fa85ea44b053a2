// Tests generated texts for every tenth pattern. The file test/release/patterns.test.ts tests all patterns.
import { expect, test } from 'vitest'
import { drawn, impossible, met, patterns } from './patterns.ts'

const sample = patterns.filter((_, index) => index % 10 === 0)

test('there are 500 patterns', () => {
  expect(new Set(patterns).size).toBe(500)
})

test('matching texts match, and others do not', () => {
  for (const wish of ['matches', 'does not match'] as const)
    for (const pattern of sample) {
      const texts = drawn(wish, pattern)
      if (Array.isArray(texts))
        expect(
          texts.filter((text) => !met(wish, pattern, text)),
          pattern,
        ).toEqual([])
    }
})

test.each([
  ['a back-reference that is repeated', '^(\\d)\\1{3}$'],
  ['a back-reference to one of many', '^([a-z])([a-z])\\2\\1$'],
  ['a boundary in each turn', '^((25[0-5]|(2[0-4]|1\\d|[1-9]|)\\d)\\.?\\b){4}$'],
  ['a look-behind at the end', '^[a-z-]{40}(?<!-)$'],
  ['a look-behind of several characters', '^[ab]{12}(?<=abababababab)$'],
  ['a boundary before a long literal', '^[ab]*\\bcorrect horse$'],
  ['counts that overlap', '^[-a-z.]{1,256}\\.[a-z()]{1,6}\\b([-a-z().]*)$'],
])('%s', (_, pattern) => {
  const texts = drawn('matches', pattern)
  expect(texts).toBeInstanceOf(Array)
  expect((texts as string[]).filter((text) => !new RegExp(pattern, 'u').test(text))).toEqual([])
})

test('reports a pattern as impossible only with a proof, never only because it found no text', () => {
  for (const pattern of impossible) expect(drawn('matches', pattern)).toBeNull()
  expect(drawn('matches', '^(?=(.{3}))(?=.{9}$).*\\1(?<=\\1.)\\1$')).toMatch(/^No text was found/)
})
