// Tests each trait of a text that a tenant may change.
import { expect, test } from 'vitest'
import { textChanges } from './text-change.ts'

test.each<[string, string, string, readonly string[]]>([
  ['nothing changed', 'plain', 'plain', []],
  ['outer spaces kept', ' a ', ' a ', ['outer white space kept']],
  ['trimmed', ' a ', 'a', ['outer white space changed']],
  ['squeezed', 'a  b', 'a b', ['inner white space changed']],
  ['trimmed, but not squeezed', ' a\tb', 'a\tb', ['outer white space changed', 'inner white space kept']],
  ['line ends turned', 'a\r\nb', 'a\nb', ['line ends changed']],
  ['line ends kept', 'a\r\nb\r\n', 'a\r\nb', ['outer white space changed', 'line ends kept']],
  ['composed', 'cafe\u0301', 'caf\u00e9', ['decomposed characters changed']],
  ['left decomposed', 'cafe\u0301', 'cafe\u0301', ['decomposed characters kept']],
  ['cut off', ' a  b ', 'a', []],
  ['replaced', ' a ', 'another', []],
])('%s', (_, sent, returned, changes) => {
  expect(textChanges(sent, returned)).toEqual(changes)
})
