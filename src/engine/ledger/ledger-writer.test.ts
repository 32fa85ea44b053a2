// Tests the file of the ledger: who may create, continue and remove it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configOf } from '../setting.testing.ts'
import { claimLedger } from './earlier-ledger.ts'
import { firstEntry, type LedgerEntry } from './ledger-entry.ts'
import { entriesIn, newLedgerFile, removeFolderOf } from './ledger-folder.testing.ts'
import { LedgerWriter } from './ledger-writer.ts'

let folder = ''
let file = ''
let writer: LedgerWriter
const first = firstEntry(configOf(), 'tc-0123abcd')
const intent: LedgerEntry = { entry: 'intent', number: 1, kind: 'event-stream', name: 'tc-0123abcd 1' }

const begun = async (): Promise<LedgerWriter> => {
  const begun = new LedgerWriter(file, () => undefined)
  await begun.open(first, new Map())
  return begun
}

beforeEach(async () => {
  file = newLedgerFile()
  folder = dirname(file)
  writer = await begun()
})
afterEach(() => {
  writer.close(true)
  removeFolderOf(file)
})

const entries = (): string[] => entriesIn(file)

test('a run without leftovers leaves no file', () => {
  writer.close(false)
  expect(readdirSync(folder)).toEqual([])
})

test('a second run or a sweep cannot use the folder of a live run', async () => {
  await expect(begun()).rejects.toThrow('is in use by another run or sweep')
  await expect(claimLedger(file)).rejects.toThrow('is in use by another run or sweep')
  writer.demand(intent)
  expect(entries()).toEqual(['run', 'intent'])
})

test('the ledger of a run that cannot have left anything does not block', async () => {
  writer.close(false)
  for (const text of ['', JSON.stringify(first).slice(0, 50), JSON.stringify({ ...first, embedded: true })]) {
    writeFileSync(file, text)
    writer = await begun()
    expect(entries()).toEqual(['run'])
    writer.close(false)
  }
})

test('a file that is no ledger is never removed', async () => {
  writer.close(false)
  writeFileSync(file, 'precious\n')
  await expect(begun()).rejects.toThrow('is not a ledger of tenant-conformance')
  expect(readFileSync(file, 'utf8')).toBe('precious\n')
  expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
})

test('a ledger that cannot be written is not swept', async () => {
  writer.demand(intent)
  writer.close(true)
  const claimed = await claimLedger(file)
  // A folder has the name of the file. Not even root can write text into a folder.
  rmSync(file)
  mkdirSync(file)
  try {
    if (claimed === null) throw new Error('there is no ledger')
    const next = new LedgerWriter(file, () => undefined)
    expect(() => next.resume(claimed.contents)).toThrow(
      /ledger\.jsonl can't be written \(EISDIR\): make sure/,
    )
  } finally {
    claimed?.release()
  }
})
