// Tests the end of runs: signals during a wait, tenants that fail, and low rates.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep, tickMs } from '../../src/base/clock.ts'
import { loadContract } from '../../src/contract/index.ts'
import { planRun } from '../../src/engine/index.ts'
import { conformance, type Report, startTenant } from '../../src/index.ts'
import { loadProfile } from '../../src/profile/index.ts'
import { command, serveProcess } from '../bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
let slow: Awaited<ReturnType<typeof serveProcess>>
beforeAll(async () => {
  slow = await serveProcess(folder, ['--rate-limit', '10/0.1'])
})
afterAll(async () => {
  await slow.stop()
  rmSync(folder, { recursive: true, force: true })
})

const read = (file: string): Report => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report
const streamsLeft = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
  const response = await fetch(`${environment.TENANT_BASE_URL}/event-streams`, {
    headers: { authorization: `Bearer ${environment.TENANT_ACCESS_TOKEN}` },
  })
  return ((await response.json()) as { eventStreams: unknown }).eventStreams
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s during a long wait ends soon, with a report',
  async (signal) => {
    const run = command(
      ['--report-dir', signal, '--only', 'event-streams.create', '--verbose'],
      folder,
      slow.environment,
    )
    await run.until(/429/)
    await sleep(300)
    const from = tickMs()
    run.process.kill(signal)
    const { code, text } = await run.ended
    expect(code, text).toBe(130)
    // The clean-up has its own time limit, so this limit is higher than the time of the other steps.
    expect(tickMs() - from).toBeLessThan(45_000)
    const report = read(`${signal}/report.json`)
    expect(report.run).toMatchObject({ interrupted: true, exit: 130 })
    expect(report.resources.leaked).toEqual([])
    expect(existsSync(join(folder, signal, 'ledger.jsonl'))).toBe(false)
    expect(existsSync(join(folder, signal, 'junit.xml'))).toBe(true)
  },
)

test('A second Ctrl-C stops it at once and leaves the ledger, which the next run respects and sweep clears', async () => {
  const tenant = await serveProcess(folder, ['--rate-limit', '12/0.1'])
  const args = ['--report-dir', 'twice', '--only', 'event-streams.create', '--quiet']
  const run = command(args, folder, tenant.environment)
  const ledger = join(folder, 'twice/ledger.jsonl')
  const written = (): number => (existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').length : 0)
  for (let tries = 0; written() < 10 && tries < 300; tries += 1) await sleep(100)
  // After this time, the run has created streams and is waiting.
  await sleep(1_000)
  run.process.kill('SIGINT')
  run.process.kill('SIGTERM')
  expect((await run.ended).code).toBe(130)
  expect(existsSync(ledger)).toBe(true)
  const again = await command(args, folder, tenant.environment).ended
  expect(again.code).toBe(2)
  expect(again.text).toContain('tenant-conformance sweep --report-dir')
  const text = readFileSync(ledger, 'utf8')
  for (const [name, value] of Object.entries(tenant.environment))
    if (/TOKEN$|SECRET$/.test(name)) expect(text).not.toContain(value)
  const other = await command(['sweep', '--report-dir', 'twice'], folder, {
    ...tenant.environment,
    TENANT_BASE_URL: 'https://other.tenant.example/api/v2',
  }).ended
  expect(other.code).toBe(2)
  // The sweep does not need to wait, because the limit allows ten deletions.
  const swept = await command(['sweep', '--report-dir', 'twice'], folder, tenant.environment).ended
  expect(swept.code, swept.text).toBe(0)
  expect(existsSync(ledger)).toBe(false)
  expect(await streamsLeft(tenant.environment)).toEqual([])
  await tenant.stop()
}, 60_000)

test('a tenant that fails during a run leads to a report, with leaked resources', async () => {
  const tenant = await startTenant()
  let created = 0
  const report = await conformance({
    depth: 'default',
    environment: tenant.environment,
    only: ['event-streams.update'],
    examples: 2,
    timeoutMs: 500,
    seed: 1,
    onEvent: (event) => {
      if (event.type === 'resource' && event.action === 'created' && ++created === 12) void tenant.close()
    },
  })
  expect(report.outcome).toBe('incomplete')
  expect(report.resources.leaked.length).toBeGreaterThan(0)
  expect(report.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([])
})

test('a tenant of two requests a second gets no more requests than planned, without a failure', async () => {
  const perSecond = 16
  const tenant = await startTenant({ rateLimit: { burst: 10, perSecond } })
  try {
    const only = ['event-streams.create.name-as-sent']
    const plan = await planRun({
      contract: loadContract(),
      profile: loadProfile('reference', loadContract()),
      writes: 'destructive',
      scope: { only, skip: [], level: null, parts: [], operations: [], tags: [] },
      shard: null,
      depth: 'default',
      requestsMax: null,
      minutesMax: null,
      ratePerSecond: null,
      examples: 10,
      supplied: new Map(),
    })
    const report = await conformance({
      depth: 'default',
      environment: tenant.environment,
      only,
      examples: 10,
      seed: 1,
    })
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(report.clauses.find(({ id }) => id === only[0])?.verdict).toBe('pass')
    expect(report.traffic.requests).toBeLessThanOrEqual(plan.most.requests)
  } finally {
    await tenant.close()
  }
})
