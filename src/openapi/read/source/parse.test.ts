// Parses JSON and YAML up to the limits.
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { parsedDocument } from './parse.ts'

test.each<[string, unknown]>([
  ['{"a": 1}', { a: 1 }],
  ['\n  [1, null]', [1, null]],
  ['a: 1\nb: [x, "y"]\n', { a: 1, b: ['x', 'y'] }],
  ['{a: 1, b: {c: d}}', { a: 1, b: { c: 'd' } }],
  ['a: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
  ['200: a\ntrue: b\nnull: c', { 200: 'a', true: 'b', null: 'c' }],
  // In YAML 1.2, the word "yes" is a text and not a boolean.
  [
    'a: 2020-01-01\nb: 12:30\nc: yes\nd: 0x10\ne: ~',
    { a: '2020-01-01', b: '12:30', c: 'yes', d: 16, e: null },
  ],
  ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2', { a: { b: 1 }, c: { b: 1 }, d: { b: 1, e: 2 } }],
])('%j', (text, expected) => {
  expect(parsedDocument(text)).toEqual(expected)
})

test.each([
  '{"__proto__": {"polluted": 1}, "a": 2}',
  '__proto__: {polluted: 1}\na: 2',
  '<<: {__proto__: {polluted: 1}}\na: 2',
])('accepts the names of prototypes: %j', (text) => {
  const value = parsedDocument(text) as { readonly polluted?: unknown }
  expect(Object.keys(value)).toEqual(['__proto__', 'a'])
  expect(value.polluted).toBeUndefined()
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
})

const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
for (let level = 1; level < 12; level++)
  bomb.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join()}]`)

test.each<[string, string, string]>([
  ['an empty text', '  \n', 'the document is empty'],
  ['broken JSON', '{"a": 1,\n "b" 2}', 'the document is not JSON: line 2, column 6'],
  ['truncated JSON', '{"a": [1, 2', 'the document is not JSON: line 1, column 12'],
  [
    'broken YAML',
    'a: [1\nb: 2',
    'the document is neither JSON nor YAML: line 2, column 1: deficient indentation',
  ],
  ['tabs', 'a:\n\tb: 1', 'the document is neither JSON nor YAML: line 2, column 1: tab characters'],
  ['two documents', 'a: 1\n---\nb: 2', 'the document is neither JSON nor YAML'],
  [
    'types of other languages',
    'a: !!js/function x',
    'the document is neither JSON nor YAML: line 1, column 4: unknown scalar tag',
  ],
  ['names that are no text', '? [a]\n: 1', 'the document is neither JSON nor YAML: line 1, column 1'],
  [
    'a name twice in JSON',
    '{"p": {"/a": 1,\n"/a": 2}}',
    'line 2, column 1: the name "/a" occurs twice in one object',
  ],
  [
    'a name twice in YAML',
    'p:\n  /a: 1\n  "/a": 2',
    'line 3, column 4: the name "/a" occurs twice in one object',
  ],
  [
    'numbers that JSON does not have',
    'a: .inf',
    'the document contains the number Infinity, which JSON does not allow',
  ],
  [
    'depth in JSON',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    'the document is nested deeper than 200 levels',
  ],
  ['depth in broken JSON', '{"a":'.repeat(100_000), 'the document is not JSON'],
  ['depth in YAML', `a: ${'['.repeat(100_000)}`, 'nesting exceeded maxDepth (200)'],
  ['aliases that multiply', bomb.join('\n'), 'the document has more than 3000000 values'],
  ['aliases that contain themselves', 'a: &x [*x]', 'the document is nested deeper than 200 levels'],
  ['many small values', `[${'[],'.repeat(limits.valuesMax)}[]]`, 'the document has more than 3000000 values'],
  ['many lines of YAML', `a:\n${'- b\n'.repeat(2_000_001)}`, 'the document has more than 1000000 values'],
  ['long names', `{"${'a'.repeat(5_000)}": 1}`, 'has more than 4000 characters: shorten the name'],
])('%s: rejected with a reason', (_, text, reason) => {
  expect(() => parsedDocument(text)).toThrow(reason)
})
