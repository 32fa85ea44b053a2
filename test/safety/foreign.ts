// Starts tenants with resources of other clients, which a run must not change.
import { expect } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { type ConformanceOptions, conformance, startTenant, type Tenant } from '../../src/index.ts'
import type { IdStyle } from '../../src/tenant/variations/variation.ts'

const digits = '0123456789'
/** Styles of ids. In some styles, the ids of the run and of other clients are consecutive. */
export const styles: Readonly<
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

export const streamOf = (name: string): JsonObject => ({
  name,
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: { webhook_endpoint: 'https://somebody.tenant.example/events' },
  },
})

const ours = { enrollment_message: 'Ours: {{code}}', verification_message: '{{code}}, ours' }

/** @param closing receives a function that closes the tenant */
export async function inhabited(
  style: (typeof styles)[string],
  closing: (() => Promise<unknown>)[],
): Promise<Tenant> {
  const tenant = await startTenant({
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

/** Returns the resources of the tenant that a run must keep. */
export const kept = (tenant: Tenant) => {
  const { streams, policies, templates } = tenant.inspect()
  return { streams, policies, templates }
}

export const check = (tenant: Tenant, options: ConformanceOptions = {}) =>
  conformance({ depth: 'default', environment: tenant.environment, examples: 2, ...options })

/** Runs with the options. Expects that no resource of another client changes. */
export async function leavesAll(tenant: Tenant, options: ConformanceOptions): Promise<void> {
  const before = kept(tenant)
  const report = await check(tenant, options)
  expect(kept(tenant)).toEqual(before)
  expect(report.resources.leaked).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
}
