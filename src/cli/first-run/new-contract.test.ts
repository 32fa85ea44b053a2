// `new contract` writes a valid contract and overwrites nothing.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contractIn, loadContract } from '../../contract/index.ts'
import { requireSatisfiable } from '../../engine/index.ts'
import { recordingTerminal } from '../recording-terminal.testing.ts'
import { newContract } from './new-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-new-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = (name: string): string => {
  const { terminal, told } = recordingTerminal()
  newContract(join(folder, name), terminal)
  return told.out
}

test.each(['absent', 'within/two', 'empty'])('writes a valid contract: %s', (name) => {
  if (name === 'empty') mkdirSync(join(folder, name))
  const printed = made(name)
  const contract = loadContract(contractIn(join(folder, name)))
  requireSatisfiable(contract)
  const life = Object.keys(contract.resources.get('todos')?.life ?? {})
  expect(life.sort()).toEqual(['create', 'delete', 'list', 'read', 'update'])
  expect(printed).toContain(`npx tenant-conformance run --contract ${join(folder, name)} --base-url`)
  const mode = (path: string): number => statSync(path).mode & 0o777
  expect(mode(join(folder, name))).toBe(mode(join(folder, name, 'schemas')))
})

test('does not change a file or a folder with content', () => {
  mkdirSync(join(folder, 'full'))
  writeFileSync(join(folder, 'full/mine.txt'), 'mine')
  writeFileSync(join(folder, 'file'), 'mine')
  const before = readdirSync(folder, { recursive: true }).sort()
  expect(() => made('full')).toThrow(
    /full is not empty, and its files are not overwritten: give a new or empty folder/,
  )
  expect(() => made('file')).toThrow(/file is a file: give a new or empty folder/)
  expect(() => made('file/below')).toThrow(/file\/below.*give a new or empty folder/)
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
})
