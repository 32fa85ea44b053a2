// Tests that the stored state contains waiting deliveries, and that they continue after a restart.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { nowMs, sleep } from '../base/clock.ts'
import { ConfigurationError } from '../base/error.ts'
import { streamBody } from './session.testing.ts'
import type { StoredState } from './stored-state.ts'
import { startTenant, type Tenant } from './tenant.ts'
import { defaultVariation } from './variations/default-variation.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Arrived {
  readonly atMs: number
  readonly id: string
}

/** Starts a receiver that responds to every delivery with this status. With null, it never responds. */
async function receiver(status: number | null): Promise<{ url: string; arrived: readonly Arrived[] }> {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const atMs = nowMs()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    arrived.push({ atMs, id: (JSON.parse(Buffer.concat(chunks).toString()) as { id: string }).id })
    if (status !== null) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived }
}

async function start(waitsMs: readonly number[], stored?: StoredState): Promise<Tenant> {
  const tenant = await startTenant({
    variation: { delivery: { ...defaultVariation.delivery, waitsMs } },
    ...(stored === undefined ? {} : { stored }),
  })
  closing.push(() => tenant.close())
  return tenant
}

async function call(tenant: Tenant, method: string, path: string, body: unknown): Promise<string> {
  const response = await fetch(tenant.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return ((await response.json()) as { id: string }).id
}

const streamTo = (tenant: Tenant, webhook_endpoint: string): Promise<string> =>
  call(tenant, 'POST', '/event-streams', {
    ...streamBody,
    destination: {
      type: 'webhook',
      configuration: {
        webhook_endpoint,
        webhook_authorization: { method: 'basic', username: 'somebody', password: 'never-shown-4711' },
      },
    },
  })
const raise = (tenant: Tenant): Promise<string> =>
  call(tenant, 'POST', '/events', { event_type: 'user.created' })
const arriving = { timeout: 20_000 }

test('a stored delivery gets its remaining attempts when it is due, before later deliveries', async () => {
  const { url, arrived } = await receiver(500)
  const first = await start([1_500, 10])
  const streamId = await streamTo(first, url)
  const [one, two] = [await raise(first), await raise(first)]
  await expect.poll(() => first.stored().deliveries?.[0]?.tries, arriving).toBe(1)
  await first.close()
  const stored = first.stored()
  const { deliveries = [] } = stored
  expect(deliveries).toEqual([
    { streamId, events: [expect.objectContaining({ id: one })], tries: 1, due: expect.any(String) },
    { streamId, events: [expect.objectContaining({ id: two })], tries: 0 },
  ])
  expect(JSON.stringify(deliveries)).not.toContain('never-shown')
  expect(arrived.map(({ id }) => id)).toEqual([one])
  const second = await start([1_500, 10], stored)
  expect(second.stored().deliveries).toEqual(deliveries)
  await expect.poll(() => arrived.length, arriving).toBeGreaterThanOrEqual(4)
  expect(arrived.slice(0, 4).map(({ id }) => id)).toEqual([one, one, one, two])
  expect(arrived[1]?.atMs).toBeGreaterThanOrEqual(Date.parse(deliveries[0]?.due ?? ''))
})

test('an attempt does not count if the tenant stops during the attempt', async () => {
  const { url, arrived } = await receiver(null)
  const first = await start([10])
  await streamTo(first, url)
  const event = await raise(first)
  await expect.poll(() => arrived.length, arriving).toBe(1)
  await first.close()
  const stored = first.stored()
  expect(stored.deliveries?.map(({ tries, due }) => [tries, due])).toEqual([[0, undefined]])
  await start([10], stored)
  await expect.poll(() => arrived.map(({ id }) => id), arriving).toEqual([event, event])
})

test.each([200, 410])('a delivery that got %d is not stored', async (status) => {
  const { url, arrived } = await receiver(status)
  const tenant = await start([60_000])
  await streamTo(tenant, url)
  await raise(tenant)
  await expect.poll(() => arrived.length, arriving).toBe(1)
  await expect.poll(() => tenant.stored().deliveries, arriving).toBeUndefined()
})

test('deliveries of disabled or deleted streams are not stored; deliveries without remaining attempts are not sent', async () => {
  const { url, arrived } = await receiver(500)
  const tenant = await start([60_000])
  const [off, gone, left] = [
    await streamTo(tenant, url),
    await streamTo(tenant, url),
    await streamTo(tenant, url),
  ]
  await raise(tenant)
  await expect.poll(() => tenant.stored().deliveries?.map(({ tries }) => tries), arriving).toEqual([1, 1, 1])
  await call(tenant, 'PATCH', `/event-streams/${off}`, { status: 'disabled' })
  await fetch(`${tenant.baseUrl}/event-streams/${gone}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${tenant.environment.TENANT_ACCESS_TOKEN}` },
  })
  const stored = tenant.stored()
  expect(stored.deliveries?.map(({ streamId }) => streamId)).toEqual([left])
  const further = await start([], {
    ...stored,
    deliveries: (stored.deliveries ?? []).map(({ due: _, ...delivery }) => delivery),
  })
  expect(further.stored().deliveries).toBeUndefined()
  await sleep(100)
  expect(arrived).toHaveLength(3)
})

const id = 'x'.repeat(26)
const event = { id: 'evt_1', type: 'user.created', streamId: null, isTest: false, payload: {} }
const delivery = { streamId: id, tries: 1, events: [event] }

test.each<[string, StoredState, RegExp]>([
  ['of no stream', { deliveries: [delivery] }, /\/deliveries\/0: There is no stream x{26}/],
  [
    'that is due at no time',
    { eventStreams: [{ ...streamBody, id }], deliveries: [delivery, { ...delivery, due: 'soon' }] },
    /\/deliveries\/1: "soon" is not a timestamp/,
  ],
])('a delivery %s is refused', async (_, stored, says) => {
  await expect(start([10], stored)).rejects.toThrow(ConfigurationError)
  await expect(start([10], stored)).rejects.toThrow(says)
})
