// Tests two parallel runs while the owner of the tenant also uses it. Each run must remove only its own
// resources.
import { afterEach, expect, test } from 'vitest'
import { sleep } from '../../src/base/clock.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { conformance, startTenant, type Tenant } from '../../src/index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function request(tenant: Tenant, method: string, path: string, body: JsonObject): Promise<JsonObject> {
  const send = (): Promise<Response> =>
    fetch(`${tenant.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  let response = await send()
  // Waits and tries again, because a 429 response asks the client to wait.
  while (response.status === 429) {
    await sleep(100)
    response = await send()
  }
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true)
  return (await response.json()) as JsonObject
}

const streamOf = (name: string): JsonObject => ({
  name,
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: { webhook_endpoint: 'https://owner.tenant.example/events' },
  },
})

/**
 * Uses the tenant until the returned function is called. This function returns the resources of the owner.
 */
function working(tenant: Tenant): () => Promise<{ streams: Map<unknown, unknown>; policies: unknown[] }> {
  const streams = new Map<unknown, unknown>()
  const policies: unknown[] = []
  let at = true
  const work = (async () => {
    for (let number = 1; at; number += 1) {
      // The name looks like a name that a run gives.
      const name = `tc-0000000f ${number}`
      const { id } = await request(tenant, 'POST', '/event-streams', streamOf(name))
      streams.set(id, name)
      policies.push((await request(tenant, 'POST', '/rate-limit-policies', { name, limit: 10 })).id)
      await request(tenant, 'PATCH', `/event-streams/${String(id)}`, { name: `${name} renamed` })
      streams.set(id, `${name} renamed`)
    }
  })()
  return async () => {
    at = false
    await work
    return { streams, policies }
  }
}

test('each run removes only its own resources, and the templates are unchanged', async () => {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const before = tenant.inspect()
  const stop = working(tenant)
  const reports = await Promise.all(
    [1, 2].map((seed) =>
      conformance({ depth: 'default', environment: tenant.environment, seed, examples: 2 }),
    ),
  )
  const theirs = await stop()
  const after = tenant.inspect()
  expect(theirs.streams.size).toBeGreaterThan(20)
  expect(new Map(after.streams.map(({ id, name }) => [id, name]))).toEqual(
    new Map([...before.streams.map(({ id, name }) => [id, name] as const), ...theirs.streams]),
  )
  expect(after.policies.map(({ id }) => id).sort()).toEqual(
    [...before.policies.map(({ id }) => id), ...theirs.policies].sort(),
  )
  expect(after.templates).toEqual(before.templates)
  for (const report of reports) {
    expect(report.resources.leaked).toEqual([])
    expect(
      report.clauses
        .filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('phone-templates'))
        .map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([])
  }
})
