// Lines of files, also across the pieces that are read.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineCharactersMax, linesOf } from './lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))
const linesIn = (text: string | Buffer) => {
  const file = join(folder, 'file')
  writeFileSync(file, text)
  return [...linesOf(file)]
}

test('reports every line, and whether the line is complete', () => {
  expect(linesIn('')).toEqual([])
  expect(linesIn('a\n\nb')).toEqual([
    { text: 'a', ended: true },
    { text: '', ended: true },
    { text: 'b', ended: false },
  ])
  expect(linesIn('a\n')).toEqual([{ text: 'a', ended: true }])
})

test('keeps characters whole that are split between chunks', () => {
  const all = Array.from({ length: 9 }, (_, index) => `${'😀'.repeat(65_000 + index)}ä`)
  expect(linesIn(all.join('\n')).map(({ text }) => text)).toEqual(all)
})

test('refuses a line without end before it fills memory', () => {
  expect(() => linesIn('x'.repeat(lineCharactersMax + 300_000))).toThrow(
    `it has a line of more than ${lineCharactersMax} characters`,
  )
})

test('removes a byte order mark from the first line, and refuses UTF-16', () => {
  expect(linesIn('\ufeffa\nb')).toEqual([
    { text: 'a', ended: true },
    { text: 'b', ended: false },
  ])
  expect(() => linesIn(Buffer.from('\ufeffa', 'utf16le'))).toThrow('it is UTF-16')
})

test('refuses a folder', () => {
  expect(() => [...linesOf(folder)]).toThrow('it is not a regular file')
})
