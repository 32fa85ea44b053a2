// Tests a tenant that removes nothing. The run succeeds if the profile allows all leftovers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport } from '../../src/report/index.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { command } from '../command.ts'

const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
afterAll(() => rmSync(folder, { recursive: true }))
const profile = join(folder, 'acme.json')
const reportDir = join(folder, 'reports')

const run = async (faults: readonly string[], ...args: string[]) => {
  const { baseUrl, environment, close } = await startTenant({ faults })
  const { TENANT_ACCESS_TOKEN = '' } = environment
  const flags = ['--base-url', baseUrl, '--report-dir', reportDir, '--examples', '2', '--seed', '1']
  try {
    return await command(['run', ...flags, ...args], { TENANT_ACCESS_TOKEN })
  } finally {
    await close()
  }
}

test('with one token, no profile and no way to remove: three runs to success, and a fault still fails', async () => {
  const plain = await run([], '--only', 'event-streams.create.accepts')
  expect(plain.status).toBe(3)
  expect(plain.out).toMatch(
    /^Why +\d+ resources? could not be removed: run `npx tenant-conformance sweep`, or list the resources/m,
  )
  const refused = await run([], '--only', 'event-streams.create.accepts')
  expect(refused.error).toMatch(
    /an earlier run did not clean up: .*`npx tenant-conformance run --write-gaps FILE` writes this list/,
  )
  expect(refused.status).toBe(2)
  const first = await run([], '--write-gaps', profile)
  expect(first.status).toBe(3)
  expect(first.error).toMatch(/\d+ gaps written to .*[\s\S]*1 leftover written to /)
  expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({
    name: 'acme',
    leftovers: [{ resource: 'event-streams', reason: expect.stringContaining('fixtures.deleteEventStream') }],
  })
  // The profile only declares which resources may stay.
  const second = await run([], '--profile', profile)
  expect(second.out).toMatch(/^Outcome +conformant · \d+ of \d+ clauses \(\d+ gaps/m)
  expect(second.out).toMatch(/^Left behind, as declared in the profile: \d+ of event-streams, /m)
  expect(second.status).toBe(0)
  const { resources } = await readReport(join(reportDir, 'report.json'))
  expect(resources.leaked.length).toBeGreaterThan(0)
  expect(resources.leaked.every(({ excused }) => excused !== undefined)).toBe(true)
  const third = await run(['update-toggle-keeps-updated-at'], '--profile', profile)
  expect(third.status).toBe(1)
  expect(third.out).toContain('event-streams.update.toggle-moves-updated-at')
})
