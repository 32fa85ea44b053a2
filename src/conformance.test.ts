// One call for a whole run, where its caller or its configuration is at fault.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunEvent } from './base/event.ts'
import { conformance } from './conformance.ts'
import { startTenant } from './tenant/index.ts'

const only = ['event-streams.update.name-changes']

test('what a listener throws is thrown when what the run made is removed', async () => {
  const tenant = await startTenant()
  onTestFinished(() => tenant.close())
  const heard = new Set<string>()
  const run = conformance({
    environment: tenant.environment,
    only,
    examples: 0,
    onEvent: ({ type }) => {
      heard.add(type)
      if (type === 'exchange') throw new Error('the disk is full')
    },
  })
  await expect(run).rejects.toThrow('the disk is full')
  expect([...heard]).toContain('run-finished')
  expect(tenant.inspect().streams).toEqual([])
})

test('a run tells what it is about to do, and each clause that it comes to observe', async () => {
  const events: RunEvent[] = []
  const clause = 'event-streams.update.toggle-moves-updated-at'
  const report = await conformance({
    environment: {},
    only: [clause],
    examples: 0,
    onEvent: (event) => void events.push(event),
  })
  const of = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
  expect(of('planned')).toEqual([{ type: 'planned', requests: expect.any(Number), clauses: 1 }])
  expect(of('planned')[0]?.requests).toBeGreaterThan(3)
  expect(of('observed')).toEqual([{ type: 'observed', clause, atMs: expect.any(Number), failure: null }])
  expect(report.outcome).toBe('conformant')
})

test.each([
  'https:tenant.example/api/v2',
  'https://tenant.example\\api/v2',
  'https://tenant.example/ä',
  'https://ä.example/api/v2',
  'https://tenant.example/api/v2 ',
])('an address that a parser would mend is refused before anything is begun: %s', async (baseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const reportDir = join(folder, 'reports')
  const environment = { TENANT_ACCESS_TOKEN: 'a-token-of-somebody' }
  await expect(conformance({ baseUrl, environment, reportDir, only })).rejects.toThrow(
    'The address in --base-url or TENANT_BASE_URL is not written as it would be sent: give it as https:',
  )
  expect(existsSync(reportDir)).toBe(false)
})
