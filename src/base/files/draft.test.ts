// A failed write leaves no partial file and keeps the old files.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitAll, Draft } from './draft.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draft-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

test('a file appears at its path once it is complete', () => {
  const pieces = Array.from({ length: 3_000 }, (_, index) => `${index} ä😀\n`)
  const draft = new Draft(at('a'))
  for (const piece of pieces) draft.write(piece)
  expect(readdirSync(folder)).not.toContain('a')
  commitAll([draft])
  expect(readdirSync(folder)).toEqual(['a'])
  expect(read('a')).toBe(pieces.join(''))
})

test('a file written in place keeps its flushed part, also after discard', () => {
  writeFileSync(at('a'), 'before')
  const draft = new Draft(at('a'), { inPlace: true })
  draft.write('one\n')
  draft.flush()
  expect(read('a')).toBe('one\n')
  draft.write('two\n')
  draft.discard()
  expect(read('a')).toBe('one\n')
})

test('a file written in place replaces a link, but does not change its target', () => {
  writeFileSync(at('a'), 'of somebody')
  symlinkSync(at('a'), at('b'))
  const draft = new Draft(at('b'), { inPlace: true })
  draft.write('ours')
  commitAll([draft])
  expect([read('a'), read('b')]).toEqual(['of somebody', 'ours'])
})

test('if one of several files fails, the old files stay and no partial file is left', () => {
  writeFileSync(at('a'), 'before')
  mkdirSync(join(at('b'), 'x'), { recursive: true })
  const drafts = ['b', 'a'].map((name) => new Draft(at(name)))
  for (const draft of drafts) draft.write('new')
  expect(() => commitAll(drafts)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder)).toEqual(['a', 'b'])
  expect(read('a')).toBe('before')
})
