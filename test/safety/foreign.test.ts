// What belongs to somebody else is there after a run, unchanged, whatever ids a tenant gives and whatever it answers.
import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { type ConformanceOptions, conformance, startTenant, type Tenant } from '../../src/index.ts'
import type { IdStyle } from '../../src/tenant/variation.ts'
import { proxied, type Tamper } from './tampering.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const digits = '0123456789'
const styles: Readonly<
  Record<string, { readonly streams: IdStyle; readonly policies: IdStyle & { length: number } }>
> = {
  counted: {
    streams: { prefix: '0000000000000000000000', alphabet: '', order: 'counted' },
    policies: { prefix: '', alphabet: '', length: 26, order: 'counted' },
  },
  'short decimal': {
    streams: { prefix: 'stream_of_a_tenant_', alphabet: digits },
    policies: { prefix: '', alphabet: digits, length: 7 },
  },
  hexadecimal: {
    streams: { prefix: '', alphabet: '0123456789abcdef' },
    policies: { prefix: '', alphabet: '0123456789abcdef', length: 24 },
  },
  ulid: {
    streams: { prefix: '', alphabet: '', order: 'ulid' },
    policies: { prefix: '', alphabet: '', length: 26, order: 'ulid' },
  },
}

const authorization = (tenant: Tenant): Record<string, string> => ({
  authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
  'content-type': 'application/json',
})

const streamOf = (name: string): JsonObject => ({
  name,
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: { webhook_endpoint: 'https://somebody.tenant.example/events' },
  },
})

const ours = { enrollment_message: 'Ours: {{code}}', verification_message: '{{code}}, ours' }

/** A tenant in which somebody has streams, policies and templates. */
async function inhabited(style: (typeof styles)[string], faults: readonly string[] = []): Promise<Tenant> {
  const tenant = await startTenant({
    faults,
    variation: { streamIds: style.streams, policyIds: style.policies },
  })
  closing.push(() => tenant.close())
  const headers = authorization(tenant)
  const put = async (method: string, path: string, body: JsonObject): Promise<void> => {
    const response = await fetch(`${tenant.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  for (let index = 0; index < 12; index += 1) {
    await put('POST', '/event-streams', streamOf(`Somebody's ${index}`))
    await put('POST', '/rate-limit-policies', { name: `Somebody's ${index}`, limit: 10 })
  }
  await put('PUT', '/guardian/factors/phone/templates', ours)
  return tenant
}

const kept = (tenant: Tenant) => {
  const { streams, policies, templates } = tenant.inspect()
  return { streams, policies, templates }
}

const check = (tenant: Tenant, options: ConformanceOptions = {}) =>
  conformance({ environment: tenant.environment, examples: 2, ...options })

const runs = process.env.SAFETY_RUNS === undefined ? 1 : Number(process.env.SAFETY_RUNS)

describe.each(Object.entries(styles))('ids that are %s', (_, style) => {
  test.each(['none', 'reversible', 'destructive'] as const)(
    'with --writes %s all that is somebody else’s stays as it is, and nothing is added',
    async (writes) => {
      const tenant = await inhabited(style)
      const before = kept(tenant)
      for (let seed = 1; seed <= runs; seed += 1) {
        const report = await check(tenant, { writes, seed })
        expect(kept(tenant)).toEqual(before)
        expect(report.resources.leaked).toEqual([])
        expect(report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
      }
    },
  )
})

const counted = styles.counted as (typeof styles)[string]

describe('a creation that is answered with', () => {
  const created = (method: string, path: string, status: number): boolean =>
    method === 'POST' && path === '/event-streams' && status === 201

  test.each<[string, (tenant: Tenant) => Tamper]>([
    [
      'somebody else’s stream',
      (tenant) => {
        const [foreign] = tenant.inspect().streams
        const shown = { ...streamOf(foreign?.name ?? ''), id: foreign?.id ?? '', status: 'enabled' }
        return ({ method, path, status }) =>
          created(method, path, status)
            ? { ...shown, created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' }
            : null
      },
    ],
    [
      'what was sent, and somebody else’s id',
      (tenant) => {
        const [foreign] = tenant.inspect().streams
        return ({ method, path, status, body }) =>
          created(method, path, status) ? { ...body, id: foreign?.id ?? '' } : null
      },
    ],
  ])('%s: it is neither changed nor removed, and the run ends soon', async (_, tamperFor) => {
    const tenant = await inhabited(counted)
    const foreign = kept(tenant)
    const { baseUrl } = await proxied(tenant, tamperFor(tenant), closing)
    const report = await check(tenant, { baseUrl, authUrl: tenant.authUrl, profile: 'reference' })
    const left = kept(tenant)
    for (const stream of foreign.streams) expect(left.streams).toContainEqual(stream)
    expect(left.policies).toEqual(foreign.policies)
    expect(left.templates).toEqual(foreign.templates)
    expect(report.outcome).not.toBe('conformant')
    expect(report.notes.join()).toMatch(/somebody else's/)
  })

  test.each(
    ['..', '.', 'a/b', '?x=1', '', 'x'.repeat(10_000), 'line\nfeed'].map((id) => [
      JSON.stringify(id).slice(0, 20),
      id,
    ]),
  )('the id %s: no path is made of it, and it is told', async (_, id) => {
    const tenant = await inhabited(counted)
    const foreign = kept(tenant)
    const { baseUrl, asked } = await proxied(
      tenant,
      ({ method, path, status, body }) => (created(method, path, status) ? { ...body, id } : null),
      closing,
    )
    const report = await check(tenant, { baseUrl, authUrl: tenant.authUrl, profile: 'reference' })
    expect(asked.filter((one) => !/^\w+ \/(?:api\/v2|oauth)\/[\w/%-]+(?:\?[\w=&-]*)?$/.test(one))).toEqual([])
    expect(asked.filter((one) => id.length > 3 && one.includes(encodeURIComponent(id)))).toEqual([])
    const left = kept(tenant)
    for (const stream of foreign.streams) expect(left.streams).toContainEqual(stream)
    expect(left.policies).toEqual(foreign.policies)
    // Found by the list, and removed, whatever the creations said.
    expect(left.streams.length - foreign.streams.length).toBeLessThanOrEqual(5)
    expect(report.notes.join()).toContain("can't be used")
  })
})
