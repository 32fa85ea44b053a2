// Tests that the run recognises its written values, even if the tenant alters them.
import { expect, test } from 'vitest'
import { digestOf } from '../../ledger/ledger-entry.ts'
import { WrittenValues } from './written-values.ts'

const written = (...values: Parameters<WrittenValues['note']>[0]): WrittenValues => {
  const one = new WrittenValues('tc-0123abcd')
  one.note(values)
  return one
}

test.each([
  ['Plain: {{code}}', 'Plain: {{code}}', true],
  ['Plain: {{code}}', 'Plain: {{code}} ', false],
  ['Plain', 'another run: tc-89abcdef', false],
  ['Plain', 'any text with tc-0123abcd in it', true],
  [true, true, true],
  [true, 'false', false],
  [{ b: [1, { d: 2, c: 3 }], a: null }, { a: null, b: [1, { c: 3, d: 2 }] }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [null, undefined, true],
  ['Plain', undefined, false],
])('after %j, %j is known: %s', (sent, stored, known) => {
  expect(written(sent).has(stored)).toBe(known)
})

test('only new values without the marker are reported', () => {
  const one = new WrittenValues('tc-0123abcd')
  expect(one.note(['Plain', 'tc-0123abcd 1'])).toEqual([digestOf('Plain')])
  expect(one.note(['Plain'])).toEqual([])
  one.adopt([digestOf('Other')])
  expect(one.has('Other')).toBe(true)
})

test.each([
  ['Caf\u00e9 & {{code}}', 'cafe\u0301 &amp; {{code}}', true],
  ['{{code}} is yours', '{{code}} is theirs', false],
])('%j and %j differ only in spelling: %s', (sent, stored, same) => {
  expect(written(sent).isSpeltOtherwise(stored)).toBe(same)
})

test('a part of a sent value may be the stored value; a short text may match by chance', () => {
  expect(written('{{code}} is yours').mayBeMadeOf('{{code}} is your')).toBe(true)
  expect(written('code').mayBeMadeOf('their code')).toBe(false)
})
