// Tests that the admin address changes latency and rate, and resets the mock.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, test } from 'vitest'
import { tickMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Mock, type MockOptions, startMock } from '../mock.ts'
import { ask } from '../raw-request.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'admin-'))
const at = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const open: Mock[] = []
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close()
})

async function start(options: Partial<MockOptions> = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, adminPort: 0, faults: [], onMessage: () => undefined, ...options })
  open.push(mock)
  return mock
}

const admin = async ({ adminUrl }: Mock, method: string, path: string, body?: unknown) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { status, text } = await ask(`${adminUrl}${path}`, { method, ...sent })
  return { status, body: JSON.parse(text) as JsonObject }
}

const call = (mock: Mock, method: string, path: string, body?: unknown) =>
  ask(mock.tenant.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${mock.environment.TENANT_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const stream = (name: string, webhook_endpoint = 'https://receiver.tenant.example/'): JsonObject => ({
  name,
  subscriptions: [{ event_type: 'user.created' }],
  destination: { type: 'webhook', configuration: { webhook_endpoint } },
})
const names = (mock: Mock): string[] => mock.tenant.inspect().streams.map(({ name }) => name)

test('latency changes while the mock runs, and can be restored', async () => {
  const mock = await start({ latencyMs: 1 })
  expect(await admin(mock, 'PUT', '/latency', { latencyMs: 150 })).toEqual({
    ...{ status: 200, body: { latencyMs: 150 } },
  })
  const from = tickMs()
  await call(mock, 'GET', '/event-streams')
  expect(tickMs() - from).toBeGreaterThan(140)
  expect((await admin(mock, 'DELETE', '/latency')).body).toEqual({ latencyMs: 1 })
  expect((await admin(mock, 'GET', '/latency')).body).toEqual({ latencyMs: 1 })
})

test('a new rate applies to all operations and allows a full burst; a delete restores the first rate', async () => {
  const mock = await start()
  const first = (await admin(mock, 'GET', '/rate-limit')).body
  expect(first).toMatchObject({ burst: 300, operations: { 'custom-signing-keys.get': { burst: 40 } } })
  const statuses = async (count: number): Promise<number[]> => {
    const all: number[] = []
    for (let index = 0; index < count; index += 1)
      all.push((await call(mock, 'GET', '/keys/custom-signing')).status)
    return all
  }
  const slow = { burst: 2, perSecond: 0.001 }
  const answered = { status: 200, body: { ...slow, operations: {} } }
  expect(await admin(mock, 'PUT', '/rate-limit', slow)).toEqual(answered)
  expect(await statuses(3)).toEqual([200, 200, 429])
  expect(await admin(mock, 'PUT', '/rate-limit', slow)).toEqual(answered)
  expect(await statuses(3)).toEqual([200, 200, 429])
  // A change of latency or faults does not refill the rate limit.
  await admin(mock, 'PUT', '/latency', { latencyMs: 1 })
  await admin(mock, 'PUT', '/faults/429-without-limit')
  const refused = await call(mock, 'GET', '/keys/custom-signing')
  expect([refused.status, refused.headers['x-ratelimit-limit']]).toEqual([429, undefined])
  expect((await admin(mock, 'DELETE', '/rate-limit')).body).toEqual(first)
  expect(await statuses(3)).toEqual([200, 200, 200])
})

test('a reset restores the seeds with their ids; faults, pace and tokens stay unchanged', async () => {
  const seedData = at('seeds.json')
  writeFileSync(
    seedData,
    JSON.stringify({ eventStreams: [stream('seeded')], rateLimitPolicies: [{ id: 'one' }] }),
  )
  const mock = await start({ seedData })
  const [before] = mock.tenant.inspect().streams
  await admin(mock, 'PUT', '/latency', { latencyMs: 1 })
  await admin(mock, 'PUT', '/rate-limit', { burst: 4, perSecond: 0.001 })
  await admin(mock, 'PUT', '/faults/create-every-seventh-500')
  for (let index = 0; index < 2; index += 1) {
    // A reset refills the rate limit.
    const id = mock.tenant.inspect().streams[0]?.id
    expect((await call(mock, 'PATCH', `/event-streams/${id}`, { name: 'renamed' })).status).toBe(200)
    for (const status of [201, 201, 201, 201, 429])
      expect((await call(mock, 'POST', '/event-streams', stream('new'))).status).toBe(status)
    await call(mock, 'DELETE', '/rate-limit-policies/one')
    await call(mock, 'PUT', '/guardian/factors/phone/templates', {
      ...{ enrollment_message: '{{code}}', verification_message: '{{code}}' },
    })
    expect(names(mock)).toEqual(['renamed', 'new', 'new', 'new', 'new'])
    expect(await admin(mock, 'POST', '/reset')).toEqual({
      ...{ status: 200, body: { eventStreams: 1, rateLimitPolicies: 1 } },
    })
    const { streams, policies, templates, requests, deliveries } = mock.tenant.inspect()
    expect(streams).toEqual([before])
    expect(policies).toEqual([{ id: 'one', body: { id: 'one' } }])
    expect(templates.enrollment_message).toContain('tenant.friendly_name')
    expect([requests, deliveries]).toEqual([[], []])
  }
  expect(mock.tenant.faults).toEqual(['create-every-seventh-500'])
  expect(mock.tenant.pace).toMatchObject({ latencyMs: 1, rateLimit: { burst: 4 } })
})

test('a reset sets the number of requests of each operation to zero', async () => {
  const mock = await start({ faults: ['create-every-seventh-500'] })
  const made = async (count: number): Promise<number[]> => {
    const all: number[] = []
    for (let index = 0; index < count; index += 1)
      all.push((await call(mock, 'POST', '/event-streams', stream('new'))).status)
    return all
  }
  expect(await made(4)).not.toContain(500)
  await admin(mock, 'POST', '/reset')
  expect(await made(6)).not.toContain(500)
  expect(await made(1)).toEqual([500])
})

test('a reset cancels waiting deliveries', async () => {
  const mock = await start()
  const nobody = stream('a', 'http://127.0.0.1:9/')
  await call(mock, 'POST', '/event-streams', nobody)
  await call(mock, 'POST', '/events', { event_type: 'user.created' })
  expect(mock.tenant.stored().deliveries).toHaveLength(1)
  await admin(mock, 'POST', '/reset')
  expect(mock.tenant.stored().deliveries).toBeUndefined()
})

test('a reset is stored, and restores the seeds instead of an earlier stored state', async () => {
  const [state, seedData] = [at('state.json'), at('later.json')]
  const first = await start({ state })
  await call(first, 'POST', '/event-streams', stream('kept'))
  await open.pop()?.close()
  writeFileSync(seedData, JSON.stringify({ eventStreams: [stream('seeded')] }))
  const mock = await start({ state, seedData })
  expect(names(mock)).toEqual(['kept'])
  await admin(mock, 'POST', '/reset')
  expect(names(mock)).toEqual(['seeded'])
  expect(mock.environment.TENANT_CLIENT_SECRET).toBe(first.environment.TENANT_CLIENT_SECRET)
  await expect.poll(() => readFileSync(state, 'utf8')).toMatch(/"name": "seeded"/)
  expect(readFileSync(state, 'utf8')).not.toContain('"kept"')
})

test('reports seeds that the tenant rejects, and changes nothing', async () => {
  const [state, seedData] = [at('good.json'), at('bad.json')]
  writeFileSync(state, JSON.stringify({ eventStreams: [stream('kept')] }))
  writeFileSync(seedData, JSON.stringify({ eventStreams: [{ ...stream('a'), subscriptions: [] }] }))
  const mock = await start({ state, seedData })
  const { status, body } = await admin(mock, 'POST', '/reset')
  expect([status, String(body.error)]).toEqual([409, expect.stringContaining('/eventStreams/0')])
  expect(names(mock)).toEqual(['kept'])
  expect((await call(mock, 'GET', '/event-streams')).text).toContain('"kept"')
})

it.each<[string, number, string, string, unknown?]>([
  ['a latency below 0', 400, 'PUT', '/latency', { latencyMs: -1 }],
  ['a latency as a text', 400, 'PUT', '/latency', { latencyMs: '200' }],
  ['a latency beyond a minute', 400, 'PUT', '/latency', { latencyMs: 60_001 }],
  ['a latency under another name', 400, 'PUT', '/latency', { latency: 200 }],
  ['a burst of none', 400, 'PUT', '/rate-limit', { burst: 0, perSecond: 1 }],
  ['a burst of one and a half', 400, 'PUT', '/rate-limit', { burst: 1.5, perSecond: 1 }],
  ['a rate of none', 400, 'PUT', '/rate-limit', { burst: 1, perSecond: 0 }],
  ['a rate as a text', 400, 'PUT', '/rate-limit', { burst: 1, perSecond: '1' }],
  ['a rate that is left out', 400, 'PUT', '/rate-limit', { burst: 1 }],
  ['a list as a rate', 400, 'PUT', '/rate-limit', [1, 1]],
  ['a reset that is only looked at', 405, 'GET', '/reset'],
  ['another method for a latency', 405, 'POST', '/latency', { latencyMs: 1 }],
  ['a path below a latency', 404, 'PUT', '/latency/1', { latencyMs: 1 }],
  ['a path that an object has by itself', 404, 'GET', '/constructor'],
  ['a path that is not a URL', 404, 'GET', '//'],
])('rejects %s', async (_, status, method, path, body) => {
  const mock = await start()
  const { pace } = mock.tenant
  const refused = await admin(mock, method, path, body)
  expect([refused.status, typeof refused.body.error]).toEqual([status, 'string'])
  expect(mock.tenant.pace).toEqual(pace)
})

it('lists the endpoints', async () => {
  const mock = await start()
  const { body } = await admin(mock, 'GET', '/')
  for (const path of Object.values(body).filter((one) => one !== '/faults/{name}' && one !== '/reset'))
    expect((await admin(mock, 'GET', String(path))).status, String(path)).toBe(200)
  expect(Object.keys(body)).toEqual(['faults', 'fault', 'latency', 'rateLimit', 'reset', 'requests'])
})
