// Tests fleets with the built command: shards, machines and separate credentials.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report, startTenant, type Tenant } from '../../src/index.ts'
import { command } from '../bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-fleet-'))
const tenants: Tenant[] = []
const credentials: Record<string, string> = {}
const little = ['--', '--only', 'event-streams.update.toggle-moves-updated-at', 'event-streams.create.name*']

beforeAll(async () => {
  tenants.push(await startTenant(), await startTenant({ faults: ['update-toggle-keeps-updated-at'] }))
  const rows = tenants.map(({ environment }, index) => {
    credentials[`T${index}_ID`] = environment.TENANT_CLIENT_ID ?? ''
    credentials[`T${index}_SECRET`] = environment.TENANT_CLIENT_SECRET ?? ''
    return `t${index},${environment.TENANT_BASE_URL},T${index}_ID,T${index}_SECRET,reference`
  })
  writeFileSync(join(folder, 'list.csv'), ['name,baseUrl,clientId,clientSecret,profile', ...rows].join('\n'))
})
afterAll(async () => {
  for (const tenant of tenants) await tenant.close()
  rmSync(folder, { recursive: true, force: true })
})

const fleet = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  command(['fleet', ...args], folder, { ...credentials, ...more })
const report = (place: string): Report => JSON.parse(readFileSync(join(folder, place, 'report.json'), 'utf8'))

test('one machine runs all tasks, merges them and compares the tenants', async () => {
  const { code, text } = await fleet(['run', 'list.csv', '--shards', '2', ...little]).ended
  expect(code, text).toBe(1)
  expect(text).toMatch(/t1 +non-conformant/)
  expect(report('fleet/t0')).toMatchObject({ outcome: 'conformant', run: { shards: 2 } })
  expect(report('fleet/t1').outcome).toBe('non-conformant')
  expect(existsSync(join(folder, 'fleet/overview.html'))).toBe(true)
  for (const secret of Object.values(credentials)) expect(text).not.toContain(secret)
  const log = readFileSync(join(folder, 'fleet/t1/part-1/run.log'), 'utf8')
  expect(log).toContain('Outcome')
})

test('several machines share the tasks, and their collected files contain no credential', async () => {
  const place = ['--report-dir', 'machines']
  const part = (index: number) =>
    fleet(['run', 'list.csv', ...place, '--worker', 'auto', ...little], {
      CIRCLE_NODE_INDEX: String(index),
      CIRCLE_NODE_TOTAL: '2',
    }).ended
  expect((await part(0)).code).toBe(0)
  const early = await command(['fleet', 'collect', 'list.csv', ...place], folder).ended
  expect(early.code).toBe(3)
  expect(early.text).toMatch(/t1: no report in machines\/t1: run this task again/)
  expect((await part(1)).code).toBe(1)
  expect((await command(['fleet', 'collect', 'list.csv', ...place], folder).ended).code).toBe(1)
})

test('each run knows only its own credentials, and its arguments contain none', async () => {
  const all = ['run', 'list.csv', '--report-dir', 'slow', '--', '--rate', '1']
  const running = fleet(all)
  const of = (id: string, file: string): string => readFileSync(`/proc/${id}/${file}`, 'latin1')
  const fleetId = String(running.process.pid)
  // Until a new process starts its own program, the system shows the command line and the variables of its
  // parent.
  const isStarted = (id: string): boolean => of(id, 'cmdline') !== of(fleetId, 'cmdline')
  const runs = async (): Promise<readonly string[]> => {
    const list = readFileSync(`/proc/${fleetId}/task/${fleetId}/children`, 'utf8')
    const ids = list.trim().split(' ').filter(Boolean)
    if (ids.length === 2 && ids.every(isStarted)) return ids
    await new Promise((resolve) => setTimeout(resolve, 50))
    return runs()
  }
  for (const id of await runs()) {
    const line = of(id, 'cmdline')
    const own = line.includes(tenants[0]?.baseUrl ?? '') ? 0 : 1
    const variables = of(id, 'environ')
    expect(variables).toContain(`TENANT_CLIENT_SECRET=${credentials[`T${own}_SECRET`]}`)
    for (const [name, secret] of Object.entries(credentials)) {
      expect(variables).not.toContain(`${name}=`)
      if (name.endsWith('_SECRET')) expect(line).not.toContain(secret)
    }
  }
  // Waits until each run has written an event log, because a run can clean up only after that.
  for (let index = 0; index < 2; index += 1)
    while (!existsSync(join(folder, `slow/t${index}/events.ndjson`)))
      await new Promise((resolve) => setTimeout(resolve, 50))
  running.process.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  for (const index of [0, 1]) expect(report(`slow/t${index}`).run.interrupted).toBe(true)
})
