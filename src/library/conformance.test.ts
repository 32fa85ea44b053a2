// Tests `conformance` with invalid options.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunEvent } from '../base/event.ts'
import { startTenant } from '../tenant/index.ts'
import { conformance } from './conformance.ts'

const only = ['event-streams.update.name-changes']

test("throws the error of a listener after removing the run's resources", async () => {
  const tenant = await startTenant()
  onTestFinished(() => tenant.close())
  const heard = new Set<string>()
  const run = conformance({
    depth: 'default',
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

test('a run reports its plan and each observed clause', async () => {
  const events: RunEvent[] = []
  const clause = 'event-streams.update.toggle-moves-updated-at'
  const report = await conformance({
    depth: 'default',
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

const baseUrl = 'http://127.0.0.1:9/api/v2'
const token = { TENANT_ACCESS_TOKEN: 'a-token-of-somebody' }

test.each([
  [
    { like: 'auth0' },
    { TENANT_BASE_URL: baseUrl },
    '--like is for the embedded reference tenant only, but TENANT_BASE_URL names',
  ],
  [
    { faults: ['x'], baseUrl },
    {},
    '--fault is for the embedded reference tenant only, but --base-url names another tenant',
  ],
  [{ baseUrl }, { TENANT_WRITES: 'all' }, 'TENANT_WRITES is "all": give'],
  [{ baseUrl, writes: 'all' as never }, {}, '--writes is "all": give'],
  [{}, { TENANT_BASE_URL: 'acme.example' }, 'TENANT_BASE_URL is "acme.example": begin it with https://.'],
  [{ baseUrl: 'acme.example' }, { TENANT_BASE_URL: baseUrl }, '--base-url is "acme.example"'],
  [{ baseUrl, authUrl: 'http://x:0:0' }, {}, '--auth-url is not an http or https address'],
  [{ baseUrl }, { TENANT_AUTH_URL: 'http://x:0:0' }, 'TENANT_AUTH_URL is not an http or https address'],
  [{ baseUrl }, { TENANT_TOKEN_AUTH: 'digest' }, 'TENANT_TOKEN_AUTH is "digest": give post, basic or auto'],
])('%j with %j: %s', async (options, environment, says) => {
  await expect(conformance({ ...options, environment: { ...token, ...environment } })).rejects.toThrow(says)
})

test.each([
  [{}, token, 'or unset TENANT_ACCESS_TOKEN to check the embedded reference tenant.'],
  [{}, { ...token, TENANT_PROFILE: 'auth0' }, 'or unset TENANT_ACCESS_TOKEN, TENANT_PROFILE to check'],
  [{ insecureHttp: true }, {}, 'or leave out --insecure-http to check'],
  [{ insecureHttp: true }, token, 'or unset TENANT_ACCESS_TOKEN and leave out --insecure-http to check'],
  [{}, { TENANT_BASE_URL: '' }, 'or unset TENANT_BASE_URL to check'],
  [{ baseUrl: '' }, {}, 'or leave out --base-url to check'],
])('without an address, %j with %j: %s', async (options, environment, says) => {
  await expect(conformance({ ...options, environment })).rejects.toThrow(says)
})

test.each([
  'https:tenant.example/api/v2',
  'https://tenant.example\\api/v2',
  'https://tenant.example/ä',
  'https://ä.example/api/v2',
  'https://tenant.example/api/v2 ',
])('rejects an address that a parser would correct, before any other action: %s', async (baseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const reportDir = join(folder, 'reports')
  const environment = { TENANT_ACCESS_TOKEN: 'a-token-of-somebody' }
  await expect(conformance({ depth: 'default', baseUrl, environment, reportDir, only })).rejects.toThrow(
    '--base-url is not in normalised form: give it as https:',
  )
  expect(existsSync(reportDir)).toBe(false)
})
