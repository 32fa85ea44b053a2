// Makes a report folder for tests of the ledger.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ledgerFileIn } from './ledger-file.ts'

/** The report folder does not exist yet. */
export const newLedgerFile = (): string =>
  ledgerFileIn(join(mkdtempSync(join(tmpdir(), 'ledger-')), 'reports'))

export function removeFolderOf(file: string): void {
  rmSync(dirname(dirname(file)), { recursive: true })
}

export const entriesIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => String(JSON.parse(line).entry))
