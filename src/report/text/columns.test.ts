// Tests that lines fit into the columns, and that no text is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, fitted, flowing, hanging, wrapped } from './columns.ts'

test.each([
  ['abc', 3],
  ['日本', 4],
  ['👍', 2],
  ['e\u0301', 1],
  ['\u001b[31mred\u001b[39m', 3],
  ['✗ ·…', 4],
])('%s needs %d columns', (text, expected) => expect(columnsOf(text)).toBe(expected))

test.each([
  ['hello world', 20, 'hello world'],
  ['hello world', 5, 'hell…'],
  ['日本語テスト', 5, '日本…'],
  ['日本語', 6, '日本語'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
  ['abc', -1, ''],
])('%s shortened to %d columns is %s', (text, width, expected) => expect(fitted(text, width)).toBe(expected))

test('breaks text at spaces, and a longer word at the end of the line', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapped('one twelve-letters two', 6)).toEqual(['one', 'twelve', '-lette', 'rs two'])
  expect(wrapped('日本語 日本', 4)).toEqual(['日本', '語', '日本'])
  expect(wrapped('', 10)).toEqual([''])
  expect(wrapped('a  b', 2)).toEqual(['a', 'b'])
})

test('further lines are indented below the beginning of the text', () => {
  expect(hanging('  - ', 'one two three', 11)).toEqual(['  - one two', '    three'])
})

test('a line breaks only between two parts', () => {
  expect(flowing(['a b', 'c d', 'e'], ' · ', 9)).toEqual(['a b · c d', 'e'])
  expect(flowing(['long part here', 'b'], ' · ', 9)).toEqual(['long part', 'here · b'])
  expect(flowing([], ' · ', 9)).toEqual([])
})

test('no line is longer than its terminal', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '日', '👍', '{', 'é', 'e\u0301'), maxLength: 60 })
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 30 }), (given, width) => {
      const lines = wrapped(given, width)
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''))
      expect(columnsOf(fitted(given, width))).toBeLessThanOrEqual(width)
    }),
  )
})
