// A span of time in words, at the edges of its units.
import { expect, test } from 'vitest'
import { waitInWords } from './wait-in-words.ts'

test.each([
  [0, '1 second'],
  [1_000, '1 second'],
  [1_001, '2 seconds'],
  [119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [7_200_000, '2 hours'],
  [172_800_000, '2 days'],
  [1e12, '11575 days'],
  [Number.POSITIVE_INFINITY, 'for ever'],
])('%d ms', (ms, words) => {
  expect(waitInWords(ms)).toBe(words)
})
