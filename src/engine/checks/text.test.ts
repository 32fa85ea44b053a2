// The telling texts are what they claim to be: each careless change alters at least one of them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delicateTexts, plainTexts, trickyTexts } from './text.ts'

const changes: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ['escapes markup', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['unescapes markup', (text) => text.replaceAll('&lt;', '<')],
  ['decodes percents', (text) => text.replaceAll('%41', 'A')],
  ['takes a plus for a space', (text) => text.replaceAll('+', ' ')],
  ['drops what is beyond the basic plane', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')],
  ['keeps Latin-1 only', (text) => Buffer.from(text, 'latin1').toString('latin1')],
  ['renders variables', (text) => text.replaceAll('{{code}}', '123456')],
  ['changes the letter case', (text) => text.toLowerCase()],
]

const delicateChanges: typeof changes = [
  ['trims', (text) => text.trim()],
  ['collapses spaces', (text) => text.replaceAll(/ {2,}/g, ' ')],
  ['composes', (text) => text.normalize('NFC')],
  ['decomposes', (text) => text.normalize('NFD')],
  ['folds compatibility forms', (text) => text.normalize('NFKC')],
]

test.each(delicateChanges)('a tenant that %s shows in delicate texts, and in no plain one', (_, change) => {
  expect(delicateTexts.some((text) => change(text) !== text)).toBe(true)
  for (const text of [...trickyTexts, ...fc.sample(plainTexts(128), { seed: 1, numRuns: 500 })])
    expect(change(text)).toBe(text)
})

test.each(changes)('a tenant that %s shows', (_, change) => {
  expect(trickyTexts.some((text) => change(text) !== text)).toBe(true)
})

test('texts are as long as asked for at most', () => {
  for (const name of [...trickyTexts, ...fc.sample(plainTexts(128), { seed: 2, numRuns: 500 })])
    expect([...name].length, name).toBeLessThanOrEqual(128)
})
