// Tests the search for names that one JSON object contains twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedName } from './repeated-name.ts'

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"b":{"a":1,"c":[],"a":2}}', 'a'],
  ['[{"a":1},{"x":"y","\\u0078":1}]', 'x'],
  ['{"a":{"a":1},"b":[{"a":1}],"a":null}', 'a'],
  ['{"":0,"":1}', ''],
])('%s repeats %j', (text, name) => expect(repeatedName(text)).toBe(name))

test.each(['{"a":{"a":1}}', '{"a":"a","b":"\\"b\\":{"}', '[{"a":1},{"a":1}]', '"a"', '7', '{"a":["a","a"]}'])(
  '%s repeats none',
  (text) => expect(repeatedName(text)).toBe(null),
)

test('JSON that JavaScript writes repeats no name', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => repeatedName(JSON.stringify(value)) === null))
})
