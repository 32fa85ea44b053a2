// The command `sweep`, and its reaction to signals.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../base/verdict.ts'
import { firstEntry } from '../engine/ledger/ledger-entry.ts'
import { configOf } from '../engine/setting.testing.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'
import { sweep } from './sweep.ts'

test('a sweep that gets a signal finishes first, and its exit code shows the signal', async () => {
  const reportDir = mkdtempSync(join(tmpdir(), 'sweep-'))
  onTestFinished(() => rmSync(reportDir, { recursive: true }))
  const first = firstEntry(configOf({ embedded: true }), 'tc-0123abcd')
  writeFileSync(join(reportDir, 'ledger.jsonl'), `${JSON.stringify(first)}\n`)
  const { terminal, told } = recordingTerminal()
  const stopping = {
    ...terminal,
    onStop: (listener: () => void) => {
      listener()
      return () => undefined
    },
  }
  expect(await sweep({ reportDir }, {}, stopping)).toBe(exitCodes.interrupted)
  expect(told.err).toContain('A second Ctrl-C stops it at once')
  expect(told.out).toContain('nothing is left')
  expect(readdirSync(reportDir)).toEqual([])
})

test('reports a missing folder, except for the default one', async () => {
  const { terminal, told } = recordingTerminal()
  await expect(sweep({ reportDir: 'nope' }, {}, terminal)).rejects.toThrow(
    'There is no folder nope: give the report folder of the run with --report-dir.',
  )
  const empty = mkdtempSync(join(tmpdir(), 'sweep-'))
  onTestFinished(() => rmSync(empty, { recursive: true }))
  expect(await sweep({ reportDir: empty }, {}, terminal)).toBe(0)
  expect(told.out).toContain('no run with this report folder left resources behind')
})
