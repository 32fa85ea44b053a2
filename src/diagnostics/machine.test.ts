// Findings about this machine and its files.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gitStatusOf } from './git-status.ts'
import { nodeVersion, reportFolder } from './machine.ts'
import { variablesFile } from './variables-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-look-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['20.19.0', 'ok'],
  ['22.12.0', 'ok'],
  ['24.1.0', 'ok'],
  ['22.11.0', 'problem'],
  ['21.7.3', 'problem'],
  ['20.18.3', 'problem'],
  ['18.20.0', 'problem'],
])('Node.js %s is %s', (version, state) => expect(nodeVersion(version).state).toBe(state))

test('a new report folder, a file in its place, and the leftovers of a killed run', () => {
  expect(reportFolder(join(folder, 'a/b/reports'))).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/are free/),
  })
  writeFileSync(join(folder, 'file'), '')
  expect(reportFolder(join(folder, 'file/reports'))).toMatchObject({
    state: 'problem',
    blames: 'configuration',
  })
  mkdirSync(join(folder, 'killed'))
  writeFileSync(join(folder, 'killed/ledger.jsonl'), '')
  expect(reportFolder(join(folder, 'killed')).remedy).toMatch(/sweep --report-dir/)
})

test('a variables file that others can read, and one that is exposed, ignored or tracked', async () => {
  const file = join(folder, 'repository/.env')
  mkdirSync(join(folder, 'repository'))
  writeFileSync(file, 'A=b\n')
  chmodSync(file, 0o644)
  expect(await variablesFile(file)).toMatchObject({ state: 'warning', remedy: `Run chmod 600 ${file}.` })
  chmodSync(file, 0o600)
  expect(await variablesFile(file)).toMatchObject({ state: 'ok' })
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', args, { cwd: join(folder, 'repository'), stdio: 'ignore' })
  git('init')
  expect(await gitStatusOf(file)).toBe('exposed')
  expect(await variablesFile(file)).toMatchObject({ state: 'warning', remedy: `Add ${file} to .gitignore.` })
  writeFileSync(join(folder, 'repository/.gitignore'), '.env\n')
  expect(await variablesFile(file)).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/git ignores it/),
  })
  git('add', '--force', '.env')
  expect(await variablesFile(file)).toMatchObject({
    state: 'warning',
    remedy: expect.stringMatching(/^Run git rm/),
  })
  expect(await variablesFile(null)).toMatchObject({ state: 'ok' })
  expect(await variablesFile(join(folder, 'nowhere/.env'))).toMatchObject({ state: 'unknown' })
})
