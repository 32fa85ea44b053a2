// Media types without their parameters, JSON types and ranges.
import { expect, test } from 'vitest'
import { essenceOf, isJsonType, isOfRange } from './media-type.ts'

test('the essence has no parameters and no capitals', () => {
  expect(essenceOf('Text/HTML; charset=utf-8')).toBe('text/html')
  expect(essenceOf(undefined)).toBe('')
})

test.each([
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/plain', false],
  ['application/jsonp', false],
])('%s is JSON: %s', (type, is) => expect(isJsonType(type)).toBe(is))

test.each([
  ['text/plain', '*/*', true],
  ['text/plain', 'text/*', true],
  ['text/plain', 'text/html', false],
  ['textual/plain', 'text/*', false],
  ['text/plain', 'text/plain; charset=utf-8', true],
])('%s is of %s: %s', (type, range, is) => expect(isOfRange(type, range)).toBe(is))
