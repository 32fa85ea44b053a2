// Tests that a run releases everything even if it fails because of its own bug.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ledgerFileIn } from '../ledger/ledger-file.ts'
import { wholeScope } from '../plan/scope.ts'
import { configOf } from '../setting.testing.ts'
import { runChecks } from './run.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const scope = { ...wholeScope, only: ['event-streams.update.name-changes'] }
const { signal } = new AbortController()

test('a run that cannot start leaves neither ledger nor lock behind', async () => {
  const config = configOf({ baseUrl: 'http:127.0.0.1:9/api/v2', ledgerFile: ledgerFileIn(folder), scope })
  await expect(runChecks(config, { emit: () => undefined, signal })).rejects.toThrow('A URL must be absolute')
  expect(readdirSync(folder)).toEqual([])
})

test('after a bug in clean-up the ledger stays for a sweep, and the folder is unlocked', async () => {
  const config = configOf({ ledgerFile: ledgerFileIn(folder), scope })
  const run = runChecks(config, {
    emit: (event) => {
      if (event.type === 'phase-started' && event.phase === 'clean-up') throw new Error('a fault of our own')
    },
    signal,
  })
  await expect(run).rejects.toThrow('a fault of our own')
  expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
})
