// Tests that each creation has an entry on disk, and that the ledger loses no remaining resource.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import { NotRun } from '../../oracle/index.ts'
import { configOf } from '../setting.testing.ts'
import { claimLedger } from './earlier-ledger.ts'
import { Ledger } from './ledger.ts'
import { firstEntry, type LedgerRun } from './ledger-entry.ts'
import { entriesIn, newLedgerFile, removeFolderOf } from './ledger-folder.testing.ts'

let folder = ''
let file = ''
let ledger: Ledger
const first = firstEntry(configOf(), 'tc-0123abcd')

const begun = async (run: LedgerRun = first): Promise<Ledger> => {
  const begun = new Ledger(file, new SecretMask())
  await begun.open(run)
  return begun
}

beforeEach(async () => {
  file = newLedgerFile()
  folder = dirname(file)
  ledger = await begun()
})
afterEach(() => {
  ledger.close(true)
  removeFolderOf(file)
})

const entries = (): string[] => entriesIn(file)

test('a creation is on disk before it is sent', async () => {
  expect(entries()).toEqual(['run'])
  const number = await ledger.intend('event-stream', 'tc-0123abcd 1')
  expect(entries()).toEqual(['run', 'intent'])
  ledger.created(number, 'event-stream', 'est_1')
  expect(entries()).toEqual(['run', 'intent', 'created'])
})

test('leftovers keep the ledger and block the next run', async () => {
  await ledger.intend('event-stream', 'tc-0123abcd 1')
  ledger.close(true)
  await expect(begun()).rejects.toThrow(/did not clean up: .*sweep --report-dir/)
  expect(entries()).toEqual(['run', 'intent'])
})

test.each([
  ['the ledger is removed', () => rmSync(file)],
  ['its folder is removed', () => rmSync(folder, { recursive: true })],
  ['its folder is moved', () => renameSync(folder, `${folder}-elsewhere`)],
  [
    'its folder becomes a file',
    () => {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
    },
  ],
  ['it is emptied', () => truncateSync(file)],
  ['another process writes to it', () => appendFileSync(file, 'x')],
])('no resource is created after %s', async (_, spoil) => {
  const number = await ledger.intend('event-stream', 'tc-0123abcd 1')
  spoil()
  await expect(ledger.intend('event-stream', 'tc-0123abcd 2')).rejects.toThrow(NotRun)
  expect(() => ledger.saved('theme', { source: 'read', original: {} })).toThrow(
    /removed or changed while the run wrote it/,
  )
  expect(ledger.broken).toMatch(/removed or changed/)
  ledger.created(number, 'event-stream', 'est_1')
  ledger.deleted('event-stream', 'est_1')
  expect(ledger.unresolved('event-stream')).toEqual([])
  ledger.close(false)
  rmSync(folder, { recursive: true, force: true })
})

test('a sweep continues after an incomplete line', async () => {
  const number = await ledger.intend('event-stream', 'tc-0123abcd 1')
  ledger.close(true)
  appendFileSync(file, `{"entry":"created","number":${number},"ki`)
  const claimed = await claimLedger(file)
  if (claimed === null) throw new Error('no ledger')
  ledger = new Ledger(file, new SecretMask())
  ledger.resume(claimed.contents)
  expect(ledger.unresolved('event-stream')).toHaveLength(1)
  ledger.refused(number)
  expect(entries()).toEqual(['run', 'intent', 'refused'])
  ledger.close(false)
  expect(existsSync(file)).toBe(false)
  claimed.release()
})

test('a claimed ledger is locked until it is released', async () => {
  ledger.close(true)
  const claimed = await claimLedger(file)
  await expect(claimLedger(file)).rejects.toThrow('is in use')
  claimed?.release()
  expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
  rmSync(file)
  await expect(claimLedger(file)).resolves.toBeNull()
})
