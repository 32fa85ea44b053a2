// Tests the names for parts of the specification and for locations in documents.
import { expect, test } from 'vitest'
import { partInWords } from './part-in-words.ts'

test.each([
  ['', ''],
  ['4.2', 'part 4.2'],
  ['#/paths/~1things/post', '#/paths/~1things/post'],
  ['things.yaml#/Thing', 'things.yaml#/Thing'],
])('the part "%s" is shown as "%s"', (part, words) => expect(partInWords(part)).toBe(words))
