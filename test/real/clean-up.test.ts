// Tests that the clean-up does not change the tenant's own data.
// @module-tag whole
import { afterEach, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import {
  type ConformanceOptions,
  conformance,
  type Report,
  startTenant,
  type Tenant,
} from '../../src/index.ts'
import { loadProfile, type Profile } from '../../src/profile/index.ts'
import { type Fate, gatewayPage, type Passage, passOn, startFaultProxy } from '../fault-proxy.ts'

const path = '/guardian/factors/phone/templates'
const ours = { enrollment_message: 'Ours: {{code}} „é\n', verification_message: '{{code}}, ours' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts a tenant that does not have the default templates. */
const tenantWith = async (faults: readonly string[] = []): Promise<Tenant> => {
  const tenant = await startTenant({ faults })
  closing.push(() => tenant.close())
  await fetch(`${tenant.baseUrl}${path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(ours),
  })
  return tenant
}

/**
 * With `hide`, the tenant carries out the request, but the run gets 502. With `drop`, the tenant does not get
 * the request.
 */
const between = async (
  tenant: Tenant,
  judge: (passage: Passage) => 'pass' | 'hide' | 'drop' | 'feign',
): Promise<string> => {
  const fates: Readonly<Record<ReturnType<typeof judge>, Fate>> = {
    pass: passOn,
    hide: async ({ forward, write }) => forward().then(() => write(gatewayPage(502))),
    drop: ({ write }) => write(gatewayPage(502)),
    feign: ({ write }) => write('HTTP/1.1 204 No Content\r\n\r\n'),
  }
  const proxy = await startFaultProxy(tenant.baseUrl, (passage) => fates[judge(passage)])
  closing.push(() => proxy.close())
  return proxy.baseUrl
}

const reference = loadProfile('reference', loadContract())
const without = (name: keyof NonNullable<Profile['fixtures']>): Profile => {
  const { [name]: _, ...fixtures } = reference.fixtures ?? {}
  return { ...reference, fixtures }
}

const templatesOf = (
  tenant: Tenant,
  environment: Readonly<Record<string, string>>,
  options: ConformanceOptions = {},
): Promise<Report> =>
  conformance({
    depth: 'default',
    environment: { TENANT_PROFILE: 'reference', TENANT_BASE_URL: tenant.baseUrl, ...environment },
    only: ['phone-templates.update.'],
    examples: 1,
    seed: 1,
    ...options,
  })

const said = ({ notes, resources }: Report) => ({
  left: resources.leaked.map(({ kind }) => kind),
  notes: notes.filter((note) => note.includes('templates')),
})
const putBack = ['The phone templates were restored to the values read before the run.']
const setToDefaults = [expect.stringContaining("set to the specification's defaults")]

const restoring = (tenant: Tenant): number =>
  tenant.inspect().requests.filter(({ method, body }) => method === 'PUT' && body === JSON.stringify(ours))
    .length - 1

test('a change that the tenant undoes is restored with no more requests than needed', async () => {
  const tenant = await tenantWith()
  expect(said(await templatesOf(tenant, tenant.environment))).toEqual({ left: [], notes: putBack })
  expect(tenant.inspect().templates).toEqual(ours)
  expect(restoring(tenant)).toBe(1)
})

test('updates that get 500 and are carried out leave no change', async () => {
  const tenant = await tenantWith(['templates-always-500'])
  expect(said(await templatesOf(tenant, tenant.environment)).left).toEqual([])
  expect(tenant.inspect().templates).toEqual(ours)
})

test.each([
  ['with a fixture to read them', reference],
  ['without', without('readPhoneTemplates')],
])(
  'a client that may not change the templates leaves no change and has nothing to restore, %s',
  async (_, profile) => {
    const tenant = await tenantWith()
    const { TENANT_LIMITED_CLIENT_ID: id = '', TENANT_LIMITED_CLIENT_SECRET: secret = '' } =
      tenant.environment
    const limited = { TENANT_CLIENT_ID: id, TENANT_CLIENT_SECRET: secret }
    expect(said(await templatesOf(tenant, limited, { profile }))).toEqual({ left: [], notes: [] })
    const unknown = { TENANT_ACCESS_TOKEN: 'a-token-of-nobody' }
    expect(said(await templatesOf(tenant, unknown, { profile }))).toEqual({ left: [], notes: [] })
    expect(tenant.inspect().templates).toEqual(ours)
    expect(restoring(tenant)).toBe(0)
  },
)

test('without a fixture to read them, the templates are not changed', async () => {
  const tenant = await tenantWith()
  const report = await templatesOf(tenant, tenant.environment, { profile: without('readPhoneTemplates') })
  expect(said(report)).toEqual({ left: [], notes: [] })
  expect(tenant.inspect().templates).toEqual(ours)
  expect(report.clauses.map(({ reason }) => reason).join()).toContain('--assume-default-templates')
})

test('restores the defaults if the operator says that the tenant has them', async () => {
  const tenant = await tenantWith()
  const report = await templatesOf(tenant, tenant.environment, {
    profile: without('readPhoneTemplates'),
    assumeDefaultTemplates: true,
  })
  expect(said(report)).toEqual({ left: [], notes: setToDefaults })
  expect(tenant.inspect().templates).toEqual(loadContract().resources.get('phone-templates')?.defaults)
})

test('restores the templates after a refused update stored a value', async () => {
  const tenant = await tenantWith(['templates-without-scope-carried-out'])
  const { TENANT_LIMITED_CLIENT_ID: id = '', TENANT_LIMITED_CLIENT_SECRET: secret = '' } = tenant.environment
  const limited = { TENANT_CLIENT_ID: id, TENANT_CLIENT_SECRET: secret }
  expect(said(await templatesOf(tenant, limited)).left).toEqual([])
  expect(tenant.inspect().templates).toEqual(ours)
})

test.each([
  ['hide', [], putBack],
  ['drop', ['phone-templates'], [expect.stringContaining('could not be restored')]],
] as const)('a read replaces a lost response: %s', async (verdict, left, notes) => {
  const tenant = await tenantWith()
  const baseUrl = await between(tenant, ({ method, body }) =>
    method === 'PUT' && body === JSON.stringify(ours) ? verdict : 'pass',
  )
  expect(said(await templatesOf(tenant, tenant.environment, { baseUrl }))).toEqual({ left, notes })
  expect(JSON.stringify(tenant.inspect().templates) === JSON.stringify(ours)).toBe(left.length === 0)
})

test('if the tenant stores other templates than it returns, they are left behind', async () => {
  const tenant = await tenantWith(['templates-stored-cut'])
  const before = tenant.inspect().templates
  expect(said(await templatesOf(tenant, tenant.environment))).toEqual({
    left: ['phone-templates'],
    notes: [expect.stringContaining('could not be restored')],
  })
  expect(tenant.inspect().templates).not.toEqual(before)
})

test.each(['hide', 'drop'] as const)(
  'a stream is left behind only if it still exists: %s',
  async (verdict) => {
    const tenant = await tenantWith()
    const baseUrl = await between(tenant, ({ method, path: target }) =>
      method === 'DELETE' && target.includes('/event-streams/') ? verdict : 'pass',
    )
    const report = await conformance({
      depth: 'default',
      environment: { ...tenant.environment, TENANT_BASE_URL: baseUrl },
      only: ['event-streams.create.accepts'],
      examples: 1,
      seed: 1,
    })
    const ids = tenant.inspect().streams.map(({ id }) => id)
    expect(ids.length > 0).toBe(verdict === 'drop')
    expect(report.resources.leaked.map(({ id }) => id).sort()).toEqual(ids.sort())
  },
)

test('removes neither an unconfirmed stream nor its copy by others, and reports both', async () => {
  const tenant = await tenantWith()
  let creations = 0
  let name: unknown
  const authorization = `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`
  const baseUrl = await between(tenant, ({ method, path: target, body, headers }) => {
    if (method !== 'POST' || !target.endsWith('/event-streams') || headers.authorization !== authorization)
      return 'pass'
    creations += 1
    if (creations !== 2) return 'pass'
    name = (JSON.parse(body) as { name: unknown }).name
    void fetch(`${tenant.baseUrl}/event-streams`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return 'hide'
  })
  const report = await conformance({
    depth: 'default',
    environment: { TENANT_ACCESS_TOKEN: tenant.environment.TENANT_ACCESS_TOKEN },
    baseUrl,
    authUrl: tenant.authUrl,
    profile: 'reference',
    only: ['event-streams.create.returned'],
    examples: 0,
  })
  const left = tenant.inspect().streams
  expect(left.map((stream) => stream.name)).toEqual([name, name])
  const told = report.resources.leaked.map(({ id }) => id).join('\n')
  for (const { id } of left) expect(told).toContain(id)
})

test('without a list, the run checks each removal by a read, because the response proves nothing', async () => {
  const tenant = await tenantWith()
  const removals = new Map<string, number>()
  const baseUrl = await between(tenant, ({ method, path: target }) => {
    if (method === 'GET' && target.endsWith('/event-streams')) return 'drop'
    if (method !== 'DELETE') return 'pass'
    const again = removals.get(target) ?? 0
    removals.set(target, again + 1)
    return removals.size % 3 === 0 && again === 0 ? 'feign' : 'pass'
  })
  const report = await conformance({
    depth: 'default',
    environment: { TENANT_ACCESS_TOKEN: tenant.environment.TENANT_ACCESS_TOKEN },
    baseUrl,
    authUrl: tenant.authUrl,
    profile: 'reference',
    only: ['event-streams.create'],
    examples: 1,
  })
  expect(removals.size).toBeGreaterThan(12)
  expect(tenant.inspect().streams).toEqual([])
  expect(report.resources.leaked).toEqual([])
})
