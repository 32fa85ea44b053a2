// Tests bodies that are written as forms, in each notation.
import { expect, test } from 'vitest'
import { asForm, flatOf, notationIn, pairsOf, readBack } from './form.ts'

const body = { a: 'b c', n: 7, list: [{ x: '1' }, { x: '2' }], deep: { in: { it: '&=' } } }

test.each([
  ['brackets', ['list[0][x]', 'list[1][x]', 'deep[in][it]']],
  ['empty brackets', ['list[][x]', 'list[][x]', 'deep[in][it]']],
  ['dots', ['list.0.x', 'list.1.x', 'deep.in.it']],
  ['brackets and dots', ['list[0].x', 'list[1].x', 'deep.in.it']],
  ['JSON', ['list', 'deep']],
  [null, []],
] as const)('nested members in %s', (notation, names) => {
  expect(pairsOf(body, notation).map(([name]) => name)).toEqual(['a', 'n', ...names])
})

test('the text is encoded as in the URL Standard', () => {
  const request = {
    operation: 'o',
    method: 'POST',
    path: '/',
    effect: 'none',
    intent: 'valid',
    body,
  } as const
  expect(asForm(request, 'JSON')).toEqual({
    ...request,
    mediaType: 'application/x-www-form-urlencoded',
    rawBody:
      'a=b+c&n=7&list=%5B%7B%22x%22%3A%221%22%7D%2C%7B%22x%22%3A%222%22%7D%5D&deep=%7B%22in%22%3A%7B%22it%22%3A%22%26%3D%22%7D%7D',
  })
})

test.each([
  ['in brackets, as in a[b] and a[0][b]', 'brackets'],
  ['in brackets', 'brackets'],
  ['a[][b]', 'empty brackets'],
  ['a.b', 'dots'],
  ['a[0].b', 'brackets and dots'],
  ['JSON text as value', 'JSON'],
  ['not at all', null],
  [undefined, null],
] as const)('the notation that %j names', (words, notation) => {
  expect(notationIn(words)).toBe(notation)
})

test('a server reads only texts, and reads no members without a text', () => {
  const sent = { a: 7, b: true, none: [], empty: { inner: [] }, list: [1, { c: 2 }] }
  expect(readBack(sent, 'brackets')).toEqual({ a: '7', b: 'true', list: ['1', { c: '2' }] })
  expect(readBack(sent, 'JSON')).toEqual({ ...sent, a: '7', b: 'true' })
  expect(flatOf(sent)).toEqual({ a: 7, b: true })
})
