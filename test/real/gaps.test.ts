// Tests gaps. A declared gap allows a run to succeed, but never hides a failure.
// @module-tag whole
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReport } from '../../src/report/index.ts'
import { startTenant, type Tenant } from '../../src/tenant/index.ts'
import { command, type Ended } from '../command.ts'

const folder = mkdtempSync(join(tmpdir(), 'gaps-'))
const profile = join(folder, 'acme.json')
const written = '{\n  // why it is so\n  "name": "acme",\n  "gaps": [ ]\n}\n'
let tenant: Tenant
let faulty: Tenant

beforeAll(async () => {
  writeFileSync(profile, written)
  tenant = await startTenant()
  faulty = await startTenant({ faults: ['keys-altered-signature-accepted'] })
})
afterAll(async () => {
  await Promise.all([tenant.close(), faulty.close()])
  rmSync(folder, { recursive: true })
})

/** Runs with a single token and no other credential. */
const run = ({ baseUrl, environment }: Tenant, ...args: string[]): Promise<Ended> => {
  const { TENANT_ACCESS_TOKEN = '' } = environment
  const only = ['--only', 'custom-signing-keys.get.', '--report-dir', join(folder, 'reports')]
  const reports = ['--reports', 'events,json,junit,html,markdown,sarif']
  return command(
    ['run', '--base-url', baseUrl, '--profile', profile, '--examples', '1', ...only, ...reports, ...args],
    {
      TENANT_ACCESS_TOKEN,
    },
  )
}
const outcome = ({ out }: Ended): string => /^Outcome +(.*)$/m.exec(out)?.[1] ?? out

test('gaps list what one token cannot show, and let the next run succeed', async () => {
  const before = await run(tenant, '--write-gaps', profile)
  expect(outcome(before)).toMatch(/^incomplete · \d+ of \d+ clauses \(--only custom-signing-keys\.get\.\)$/)
  expect(before.out).toMatch(
    /^Why +\d+ of \d+ MUSTs have no answer: supply the prerequisites .*, or keep the gaps in .*acme\.json\.$/m,
  )
  expect(before.status).toBe(3)
  for (const file of ['summary.md', 'report.html', 'report.sarif']) {
    const advice = readFileSync(join(folder, 'reports', file), 'utf8')
    expect(advice, file).not.toContain('--write-gaps')
    expect(advice, file).toContain('or keep the gaps in ')
  }
  expect(before.error).toMatch(
    /\d gaps written to .*acme\.json, valid until \d{4}-\d\d-\d\d: read their reasons\.$/m,
  )
  const text = readFileSync(profile, 'utf8')
  expect(text.startsWith(written.slice(0, written.indexOf(' ]')))).toBe(true)
  expect(text).toContain('TENANT_LIMITED_ACCESS_TOKEN')

  const after = await run(tenant)
  expect(outcome(after)).toMatch(/^conformant · \d+ of \d+ clauses \(--only .*; \d gaps\)$/)
  expect(after.status).toBe(0)
  const report = await readReport(join(folder, 'reports/report.json'))
  expect(report.summary).toMatchObject({ inconclusive: 0, notRun: 0 })
  expect(report.summary.gaps).toBeGreaterThan(4)
  const junit = readFileSync(join(folder, 'reports/junit.xml'), 'utf8')
  expect(junit.match(/<skipped message="gap: /g)).toHaveLength(report.summary.gaps)
})

test('with these gaps, failures of the tenant still fail', async () => {
  const ended = await run(faulty)
  expect(outcome(ended)).toMatch(/^non-conformant/)
  expect(ended.status).toBe(1)
})

test('reports an unneeded gap, which is stale with --strict', async () => {
  const { TENANT_EXPIRED_ACCESS_TOKEN = '', TENANT_ACCESS_TOKEN = '' } = tenant.environment
  const args = ['run', '--base-url', tenant.baseUrl, '--profile', profile, '--examples', '1']
  const only = ['--only', 'custom-signing-keys.get.auth-expired', '--report-dir', join(folder, 'reports')]
  const environment = { TENANT_ACCESS_TOKEN, TENANT_EXPIRED_ACCESS_TOKEN }
  const told = await command([...args, ...only], environment)
  expect(told.out).toContain('The gap custom-signing-keys.get.auth-expired is no longer needed')
  expect(told.status).toBe(0)
  expect((await command([...args, ...only, '--strict'], environment)).status).toBe(4)
})

test('a run that cannot reach the tenant writes no gaps', async () => {
  const file = join(folder, 'new.json')
  const dead = await command(
    [
      'run',
      '--base-url',
      'http://127.0.0.1:1/api/v2',
      '--write-gaps',
      file,
      '--report-dir',
      join(folder, 'dead'),
    ],
    { TENANT_ACCESS_TOKEN: 'a-token-of-a-tenant' },
  )
  expect(dead.status).toBe(3)
  expect(dead.error).toMatch(
    /No gaps were written to .*new\.json: no clause passed, so the tenant may be unreachable/,
  )
  expect(() => readFileSync(file)).toThrow('ENOENT')
})

test('another option waives failures, with a reason and a last day', async () => {
  const file = join(folder, 'waived.json')
  const ended = await run(faulty, '--write-waivers', file, '--reason', 'mended in May')
  expect(ended.status).toBe(1)
  const { waivers, gaps, name } = JSON.parse(readFileSync(file, 'utf8').replace('// why it is so', ''))
  expect(name).toBe('acme')
  expect(gaps.length).toBeGreaterThan(4)
  expect(waivers[0]).toEqual({
    clause: expect.stringContaining('custom-signing-keys.get.'),
    reason: 'mended in May',
    expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})
