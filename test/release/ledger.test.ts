// Tests the ledger of a separate process: a full disk, a shared folder, a sweep, and closed outputs.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import { startTenant, type Tenant } from '../../src/index.ts'
import { command } from '../bin.ts'

const blockBytes = 1_024
const ours = { enrollment_message: 'Ours: {{code}}', verification_message: '{{code}}, ours' }
let folder = ''
let tenant: Tenant
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  tenant = await startTenant()
  await fetch(`${tenant.baseUrl}/guardian/factors/phone/templates`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(ours),
  })
})
afterEach(async () => {
  await tenant.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (before: string | null = null, ...args: string[]) =>
  command(['run', '--examples', '5', '--report-dir', 'reports', ...args], folder, tenant.environment, before)
const sweep = () => command(['sweep', '--report-dir', 'reports'], folder, tenant.environment)
const inFolder = (): string[] => readdirSync(join(folder, 'reports')).sort()
const made = (): number =>
  tenant.inspect().requests.filter(({ method, status }) => method === 'POST' && status === 201).length
const nothingLeft = (): void => {
  const { streams, policies, templates } = tenant.inspect()
  expect({ streams, policies, templates }).toEqual({ streams: [], policies: [], templates: ours })
}
/** Resolves after the tenant has created `count` resources. */
const untilMade = async (count: number): Promise<void> => {
  for (let tries = 0; made() < count && tries < 2_000; tries++) await sleep(10)
}

test.each([1, 4, 8])('with room for %d kB, every created resource is in the ledger', async (room) => {
  // The limit of bash counts in kilobytes. Without the trap, the signal XFSZ would end the process.
  const { code, text } = await run(`trap '' XFSZ; ulimit -f ${room}`).ended
  expect(code, text).toBe(3)
  expect(text).toMatch(/ledger reports\/ledger\.jsonl can't be written \(EFBIG\): free disk space/)
  // The run also cannot write its reports, but it prints the outcome.
  expect(text).toMatch(/The report folder reports cannot be written .*--report-dir/)
  expect(text).toMatch(/incomplete/i)
  // Each entry of the ledger has more than a hundred bytes.
  expect(made()).toBeLessThan((room * blockBytes) / 100)
  nothingLeft()
  expect(inFolder()).toEqual([])
})

test('refuses a second run in the folder, and a sweep removes nothing of the first', async () => {
  const first = run()
  await untilMade(20)
  const second = await run().ended
  expect(second.code, second.text).toBe(2)
  expect(second.text).toMatch(
    /folder reports is in use by another run or sweep \(process \d+\): wait until it ends/,
  )
  const swept = await sweep().ended
  expect(swept.code, swept.text).toBe(2)
  expect(swept.text).toContain('is in use by another run or sweep')
  const { code, text } = await first.ended
  expect(code, text).toBe(0)
  nothingLeft()
  expect((await sweep().ended).text).toContain('no run with this report folder left resources behind')
})

test('the folder of a killed run is locked until a sweep, and then free', async () => {
  const first = run()
  await untilMade(20)
  first.process.kill('SIGKILL')
  await first.ended
  const refused = await run().ended
  expect(refused.code).toBe(2)
  expect(refused.text).toContain(
    'remove the resources of the earlier run with `npx tenant-conformance sweep --report-dir reports`',
  )
  const swept = await sweep().ended
  expect(swept.code, swept.text).toBe(0)
  nothingLeft()
  // The event log stays, because the command `report` reads it.
  expect(inFolder()).toEqual(['events.ndjson'])
  const told = await command(['report', 'reports'], folder, {}).ended
  expect(told.code, told.text).toBe(3)
  expect(told.text).toContain('The event log ends before the end of the run')
  expect((await run(null, '--only', 'custom-signing-keys').ended).code).not.toBe(2)
})

test('a folder that becomes a file during a run stops creations, but not clean-up', async () => {
  const spoilt = run()
  await untilMade(20)
  rmSync(join(folder, 'reports'), { recursive: true })
  writeFileSync(join(folder, 'reports'), 'precious')
  const { code, text } = await spoilt.ended
  expect(code, text).toBe(3)
  expect(text).toMatch(/was removed or changed while the run wrote it/)
  nothingLeft()
  expect(readFileSync(join(folder, 'reports'), 'utf8')).toBe('precious')
})

test.each([
  ['both closed from the beginning', 'exec >&- 2>&-'],
  ['both full', 'exec >/dev/full 2>/dev/full'],
  ['a reader that leaves after one line', 'exec > >(head -1) 2>&1'],
])('a run with a closed output still cleans up: %s', async (_, before) => {
  await run(before, '--verbose', '--only', 'event-streams.create').ended
  nothingLeft()
  expect(existsSync(join(folder, 'reports/report.json'))).toBe(true)
  expect(existsSync(join(folder, 'reports/ledger.jsonl'))).toBe(false)
})
