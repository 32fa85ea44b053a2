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

test('every line is told, and whether it ends', () => {
  expect(linesIn('')).toEqual([])
  expect(linesIn('a\n\nb')).toEqual([
    { text: 'a', ended: true },
    { text: '', ended: true },
    { text: 'b', ended: false },
  ])
  expect(linesIn('a\n')).toEqual([{ text: 'a', ended: true }])
})

test('characters that lie across pieces stay whole', () => {
  const all = Array.from({ length: 9 }, (_, index) => `${'😀'.repeat(65_000 + index)}ä`)
  expect(linesIn(all.join('\n')).map(({ text }) => text)).toEqual(all)
})

test('a line without end is refused before it fills memory', () => {
  expect(() => linesIn('x'.repeat(lineCharactersMax + 300_000))).toThrow(
    `it has a line of more than ${lineCharactersMax} characters`,
  )
})

test('a byte order mark is no part of the first line, and UTF-16 is refused', () => {
  expect(linesIn('\ufeffa\nb')).toEqual([
    { text: 'a', ended: true },
    { text: 'b', ended: false },
  ])
  expect(() => linesIn(Buffer.from('\ufeffa', 'utf16le'))).toThrow('it is UTF-16')
})

test('a folder is no file with lines', () => {
  expect(() => [...linesOf(folder)]).toThrow('it is not a regular file')
})
