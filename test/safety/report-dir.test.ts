// Tests report folders of every kind. The run sends no request without a ledger, and changes no other file.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConfigurationError } from '../../src/base/error.ts'
import { createProgram } from '../../src/cli/program.ts'
import { conformance, startTenant, type Tenant } from '../../src/index.ts'

let tenant: Tenant
let folder = ''
beforeAll(async () => {
  tenant = await startTenant()
})
afterAll(() => tenant.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-dir-'))
  writeFileSync(join(folder, 'somebodys'), 'precious')
})
afterEach(() => {
  expect(readFileSync(join(folder, 'somebodys'), 'utf8')).toBe('precious')
  rmSync(folder, { recursive: true })
})

/** Returns the exit code and the output. */
const line = async (...argv: string[]): Promise<{ exit: number; said: string }> => {
  let said = ''
  const hear = (text: string): void => {
    said += text
  }
  const exit = await createProgram({
    write: hear,
    error: hear,
    ci: { write: hear, error: hear },
    isTTY: false,
    color: false,
    width: 100,
    onStop: () => () => undefined,
  })(argv)
  return { exit, said }
}

test.each([['run'], ['sweep'], ['merge', 'a.json']])('%s refuses an empty name', async (...command) => {
  for (const name of ['', ' ']) {
    const { exit, said } = await line(...command, '--report-dir', name)
    expect(exit).toBe(2)
    expect(said).toContain('Give the name of a folder.')
  }
})

const inFolder = (name: string) => (): string => join(folder, name)
const made = (make: (path: string) => void) => (): string => {
  const path = join(folder, 'reports')
  make(path)
  return path
}
const withLedger = (make: (file: string) => void) =>
  made((path) => {
    mkdirSync(path)
    make(join(path, 'ledger.jsonl'))
  })

test.each<readonly [string, () => string]>([
  ['a file', inFolder('somebodys')],
  ['below a file', inFolder('somebodys/reports')],
  ['a pipe', made((path) => execFileSync('mkfifo', [path]))],
  ['a link to itself', made((path) => symlinkSync('reports', path))],
  ['a link to a file', made((path) => symlinkSync('somebodys', path))],
  ['a device', () => '/dev/null'],
  ['below a device', () => '/dev/null/reports'],
  ['a name of 300 characters', () => join(folder, 'x'.repeat(300))],
  ['with a ledger that is a folder', withLedger((file) => mkdirSync(file))],
  ['with a ledger that is a pipe', withLedger((file) => execFileSync('mkfifo', [file]))],
  ['with a ledger that never ends', withLedger((file) => symlinkSync('/dev/zero', file))],
  ['with a ledger that is somebody’s file', withLedger((file) => symlinkSync('../somebodys', file))],
  ['with a ledger that is garbage', withLedger((file) => writeFileSync(file, 'garbage\n\u0000'))],
])('sends nothing if the report folder is %s', async (_, make) => {
  const reportDir = make()
  const before = tenant.inspect().requests.length
  await expect(conformance({ depth: 'default', environment: tenant.environment, reportDir })).rejects.toThrow(
    ConfigurationError,
  )
  const said = await line('sweep', '--report-dir', reportDir).then(
    ({ said }) => said,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConfigurationError)
      return String(error)
    },
  )
  expect(said).toContain(reportDir)
  expect(tenant.inspect().requests).toHaveLength(before)
})
