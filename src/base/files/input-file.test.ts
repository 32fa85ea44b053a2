import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inputBytesMax, readInput, readPem } from './input-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'input-'))

function fileOf(name: string, text: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('readInput', () => {
  test('reads a regular file, also through a link', () => {
    const text = `${'ä€😀'.repeat(40_000)}\n`
    const file = fileOf('text', text)
    expect(readInput(file)).toBe(text)
    symlinkSync(file, join(folder, 'link'))
    expect(readInput(join(folder, 'link'))).toBe(text)
    expect(readInput(fileOf('empty', ''))).toBe('')
  })

  test('reads files up to the limit of bytes, and no larger ones', () => {
    expect(readInput(fileOf('at', 'x'.repeat(100_000)), 100_000)).toHaveLength(100_000)
    expect(() => readInput(fileOf('beyond', 'x'.repeat(100_001)), 100_000)).toThrow(
      'it has more than 100000 bytes',
    )
  })

  test('has a default limit for large files', () => {
    const file = fileOf('large', '')
    truncateSync(file, inputBytesMax + 1)
    expect(() => readInput(file)).toThrow(`it has more than ${inputBytesMax} bytes`)
  })

  test.each(['/dev/zero', '/dev/null', '/dev/urandom'])('does not read the device %s', (device) => {
    expect(() => readInput(device)).toThrow('it is not a regular file')
  })

  test('does not wait for a pipe without a writer', () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(() => readInput(pipe)).toThrow('it is not a regular file')
  })

  test('explains that a path is a folder, or that a file is missing', () => {
    expect(() => readInput(folder)).toThrow('it is not a regular file')
    expect(() => readInput(join(folder, 'none'))).toThrow(/ENOENT/)
  })

  test.each([
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'it is UTF-16: save it as UTF-8'],
    ['UTF-16, big end first', Buffer.from('\ufeff{}', 'utf16le').swap16(), 'it is UTF-16: save it as UTF-8'],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'as UTF-16 does: save it as UTF-8'],
    ['Latin-1', Buffer.from('{"name":"é"}', 'latin1'), 'it is not UTF-8: save it as UTF-8'],
  ])('refuses %s', (name, bytes, says) => {
    expect(() => readInput(fileOf(name, bytes))).toThrow(says)
  })

  test('removes the byte order mark of UTF-8', () => {
    expect(readInput(fileOf('marked', '\ufeff{}'))).toBe('{}')
  })
})

test('a PEM file may have comments in any encoding, and is not UTF-16', () => {
  expect(readPem(fileOf('pem', Buffer.from('Autorit\xe9\n-----BEGIN', 'latin1')))).toContain('-----BEGIN')
  expect(() => readPem(fileOf('wide', Buffer.from('\ufeff-', 'utf16le')))).toThrow('it is UTF-16')
})
