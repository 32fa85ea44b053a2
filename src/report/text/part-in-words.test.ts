// Names parts and places in documents.
import { expect, test } from 'vitest'
import { partInWords } from './part-in-words.ts'

test.each([
  ['', ''],
  ['4.2', 'part 4.2'],
  ['#/paths/~1things/post', '#/paths/~1things/post'],
  ['things.yaml#/Thing', 'things.yaml#/Thing'],
])('the part "%s" reads "%s"', (part, words) => expect(partInWords(part)).toBe(words))
