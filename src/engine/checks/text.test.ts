// Tests that the lists of texts detect every careless change, for example trimming.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delicateTexts, edgedTexts, isPlain, plainTexts, trickyTexts, wholeTexts } from './text.ts'

const changes: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ['escapes markup', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['unescapes markup', (text) => text.replaceAll('&lt;', '<')],
  ['decodes percents', (text) => text.replaceAll('%41', 'A')],
  ['reads a plus as a space', (text) => text.replaceAll('+', ' ')],
  ['drops characters beyond the basic plane', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')],
  ['keeps Latin-1 only', (text) => Buffer.from(text, 'latin1').toString('latin1')],
  ['renders variables', (text) => text.replaceAll('{{code}}', '123456')],
  ['changes the letter case', (text) => text.toLowerCase()],
  ['uses the text as a replacement pattern', (text) => 'x'.replace('x', text)],
  ['uses the text as a format', (text) => text.replaceAll(/%[sd]/g, '')],
  ['renders a variable with blanks', (text) => text.replaceAll(/\{\{ \w+ \}\}/g, '')],
  ['fills in numbered placeholders', (text) => text.replaceAll('{0}', '')],
  ['straightens quotes', (text) => text.replaceAll(/[\u201c\u201d]/g, '"')],
  ['doubles quotes', (text) => text.replaceAll("'", "''")],
  ['strips tags', (text) => text.replaceAll(/<[^>]*>/g, '')],
]

const wholeChanges: typeof changes = [
  ['reads JSON', (text) => (isJson(text) ? String(JSON.parse(text)) : text)],
  ['reads numbers', (text) => (Number.isNaN(Number(text)) ? text : String(Number(text)))],
  ['reads dates', (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text).toISOString() : text)],
  [
    'turns the name of a constant into an empty text',
    (text) => (text === 'null' || text === 'undefined' ? '' : text),
  ],
]

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const delicateChanges: typeof changes = [
  ['trims', (text) => text.trim()],
  ['collapses spaces', (text) => text.replaceAll(/ {2,}/g, ' ')],
  ['composes', (text) => text.normalize('NFC')],
  ['decomposes', (text) => text.normalize('NFD')],
  ['folds compatibility forms', (text) => text.normalize('NFKC')],
]

test.each(delicateChanges)('delicate texts detect a tenant that %s, and plain texts do not', (_, change) => {
  expect([...delicateTexts, ...edgedTexts].some((text) => change(text) !== text)).toBe(true)
  for (const text of [
    ...trickyTexts,
    ...wholeTexts,
    ...fc.sample(plainTexts(128), { seed: 1, numRuns: 500 }),
  ])
    expect(change(text)).toBe(text)
})

test.each(changes)('tricky texts detect a tenant that %s', (_, change) => {
  expect(trickyTexts.some((text) => change(text) !== text)).toBe(true)
})

test.each(wholeChanges)('a text as the entire value detects a tenant that %s', (_, change) => {
  expect(wholeTexts.some((text) => change(text) !== text)).toBe(true)
})

test('tricky texts are plain, and delicate texts are not', () => {
  expect([...trickyTexts, ...wholeTexts].filter((text) => !isPlain(text))).toEqual([])
  expect([...delicateTexts, ...edgedTexts].filter(isPlain)).toEqual([])
})

test('texts are at most as long as requested', () => {
  for (const name of [...trickyTexts, ...fc.sample(plainTexts(128), { seed: 2, numRuns: 500 })])
    expect([...name].length, name).toBeLessThanOrEqual(128)
})
