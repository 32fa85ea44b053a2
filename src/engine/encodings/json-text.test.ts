// Tests that each spelling of a JSON text has the same meaning.
import { expect, test } from 'vitest'
import { namesEscaped, reversed, spaced, valuesEscaped } from './json-text.ts'

const value = { name: 'tc-1 "a/b" {x}, \u{1f642}', list: [{ a: 1.5e3 }, null, true], secret: 's-1' }
const text = JSON.stringify(value)
const escaped = (one: string) => valuesEscaped(one, 'tc-1')

test.each([
  ['in another order', reversed],
  ['with white space', spaced],
  ['with names escaped', namesEscaped],
  ['with texts escaped', escaped],
  ['all of it', (one: string) => spaced(escaped(namesEscaped(reversed(one))))],
])('%s', (_, change) => {
  expect(change(text)).not.toBe(text)
  expect(JSON.parse(change(text))).toEqual(value)
})

test('values without the marker stay unescaped, so that masking finds secrets', () => {
  expect(namesEscaped(escaped(text))).toContain('"s-1"')
  expect(namesEscaped(text)).not.toContain('name')
  expect(escaped(text)).not.toContain('tc-1')
  expect(escaped(text)).toContain('\\/')
  expect(Object.keys(JSON.parse(reversed(text)))).toEqual(['secret', 'list', 'name'])
})

test('text that is not JSON stays unchanged', () => {
  expect(reversed('{')).toBe('{')
})
