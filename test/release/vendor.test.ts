// Tests the SDK of the public vendor with a tenant that resembles the vendor's tenants. The tenant must
// conform to the vendor's profile.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStreamsClient } from 'auth0/eventStreams'
import { PhoneClient } from 'auth0/guardian/factors/phone'
import { CustomSigningClient } from 'auth0/keys/customSigning'
import { RateLimitPoliciesClient } from 'auth0/rateLimitPolicies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conformance, type Report, startTenant, type Tenant } from '../../src/index.ts'
import { checkTenant } from '../../src/library/conformance.ts'
import { command, serveProcess } from '../bin.ts'

let tenant: Tenant
const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
beforeAll(async () => {
  tenant = await startTenant({ like: 'auth0' })
})
afterAll(async () => {
  await tenant.close()
  rmSync(folder, { recursive: true, force: true })
})

test("the vendor's SDK works at a similar tenant", async () => {
  const options = { token: tenant.environment.TENANT_ACCESS_TOKEN ?? '', baseUrl: tenant.baseUrl }
  const streams = new EventStreamsClient(options)
  const authorization = { method: 'basic', username: 'somebody', password: 'throw-away-1' } as const
  const made = await streams.create({
    name: 'by the SDK',
    subscriptions: [{ event_type: 'user.created' }],
    destination: {
      type: 'webhook',
      configuration: {
        webhook_endpoint: 'https://receiver.tenant.example/',
        webhook_authorization: authorization,
      },
    },
  })
  expect(made).toMatchObject({ id: expect.stringMatching(/^est_\w{22}$/), status: 'enabled' })
  expect(await streams.update(made.id ?? '', { status: 'disabled' })).toMatchObject({
    id: made.id,
    status: 'disabled',
  })
  const messages = { enrollment_message: '{{code}} one', verification_message: '{{code}} two' }
  expect(await new PhoneClient(options).setTemplates(messages)).toEqual(messages)
  const { keys } = await new CustomSigningClient(options).get()
  expect(keys?.length).toBeGreaterThan(0)
  const policies = new RateLimitPoliciesClient(options)
  const policy = await policies.create({
    resource: 'oauth_authentication_api',
    consumer: 'client',
    consumer_selector: 'default',
    configuration: { action: 'block', limit: 100 },
  })
  await policies.delete(policy.id ?? '')
  expect(tenant.inspect().policies).toEqual([])
  await streams.delete(made.id ?? '')
  expect(tenant.inspect().streams).toEqual([])
})

test('a tenant like the vendor conforms to the vendor profile', { timeout: 90_000 }, async () => {
  const report = await conformance({
    depth: 'default',
    environment: tenant.environment,
    examples: 5,
    seed: 1,
  })
  const open = report.clauses.filter(
    ({ verdict, level, waived }) =>
      level === 'MUST' && waived === undefined && !['pass', 'not-applicable'].includes(verdict),
  )
  expect(open.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([])
  expect(report.outcome).toBe('conformant')
  expect(report.clauses.filter(({ part, verdict }) => part === 'profile' && verdict === 'fail')).toEqual([])
  expect(tenant.inspect().streams).toEqual([])
})

/** Runs the command line. */
const run = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
  const reports = args.length === 0 ? 'served' : 'embedded'
  const options = ['--report-dir', reports, '--examples', '5', '--seed', '1', '--quiet']
  const { code, text } = await command(['run', ...args, ...options], folder, environment).ended
  const report = JSON.parse(readFileSync(join(folder, reports, 'report.json'), 'utf8')) as Report
  const waived = report.clauses.filter((clause) => clause.waived !== undefined).map(({ id }) => id)
  return { code, text, outcome: report.outcome, profile: report.target.profile, notes: report.notes, waived }
}

test('conforms by the command line, embedded or served', {
  timeout: 120_000,
}, async () => {
  const served = await serveProcess(folder, ['--like', 'auth0'])
  try {
    const [embedded, elsewhere] = [await run(['--like', 'auth0'], {}), await run([], served.environment)]
    for (const { code, text, outcome, profile } of [embedded, elsewhere])
      expect([code, outcome, profile], text).toEqual([0, 'conformant', 'auth0'])
    expect(elsewhere.waived).toEqual(embedded.waived)
    expect(elsewhere.notes).toEqual(embedded.notes)
  } finally {
    await served.stop()
  }
})

test('the profile of a run is that of the embedded tenant', async () => {
  for (const like of ['auth0', undefined]) {
    const { profile, report } = await checkTenant({
      depth: 'default',
      environment: {},
      like,
      only: ['custom-signing-keys.get.accepts'],
      seed: 1,
    })
    expect([profile.name, report.target.profile]).toEqual(Array(2).fill(like ?? 'reference'))
  }
})
