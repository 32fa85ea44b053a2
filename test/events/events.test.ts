// Event deliveries: a tenant that forwards late, twice or in another order conforms; each fault fails its own clause.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { tickMs } from '../../src/base/clock.ts'
import { type ConformanceOptions, conformance, type Profile, type Report } from '../../src/index.ts'
import { type Fault, faults, type Manner, startDeliveringTenant } from './delivering-tenant.ts'

const credential = 'throw-away-credential-of-these-tests'

const profile: Profile = {
  name: 'delivering',
  eventStream: {
    forwardingStateField: 'status',
    eventTypes: ['user.created', 'user.updated'],
    webhookCredentials: { password: credential },
    webhookEndpoint: 'https://receiver.tenant.example/events',
  },
  fixtures: {
    deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' },
    triggerEvent: { method: 'POST', path: '/event-streams/{id}/test', body: { event_type: '{eventType}' } },
  },
}
const { triggerEvent, ...withoutTrigger } = profile.fixtures ?? {}
const tenantWide: Profile = {
  ...profile,
  fixtures: {
    ...withoutTrigger,
    triggerEvent: { method: 'POST', path: '/events', body: { event_type: '{eventType}' } },
  },
}

async function check(manner: Manner, options: ConformanceOptions = {}): Promise<Report> {
  const tenant = await startDeliveringTenant(manner)
  try {
    return await conformance({
      baseUrl: tenant.baseUrl,
      profile,
      only: ['any.event'],
      environment: { TENANT_ACCESS_TOKEN: 'no-jwt-is-needed-here' },
      ...options,
    })
  } finally {
    await tenant.close()
  }
}

const verdicts = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.clauses.filter(({ id }) => id.startsWith('any.event-')).map(({ id, verdict }) => [id, verdict]),
  )

const failed = (report: Report): string[] =>
  report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

const answer = (report: Report, id: string): unknown =>
  report.openPoints.find((point) => point.id === id)?.answer

const reasons = (report: Report): string[] => [
  ...new Set(report.clauses.filter(({ id }) => id.startsWith('any.event-')).map(({ reason }) => reason)),
]

const all = (verdict: string): Record<string, string> => ({
  'any.event-authorization': verdict,
  'any.event-delivered': verdict,
  'any.event-disabled': verdict,
  'any.event-enabled-again': verdict,
  'any.event-endpoint-updated': verdict,
  'any.event-every-stream': verdict,
  'any.event-not-subscribed': verdict,
  'any.event-own-stream': verdict,
  'any.event-subscriptions-updated': verdict,
})

// A busy machine delays deliveries, and so their waits and order: tried again.
const timed = { retry: 2 }

test(
  'a plain tenant passes within seconds, and shows what the specification leaves open',
  timed,
  async () => {
    const report = await check({ retriesMs: [100, 200] })
    expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
    expect(report.run.durationMs).toBeLessThan(15_000)
    expect(report.resources.leaked).toEqual([])
    expect(answer(report, 'event-payload')).toMatchObject({
      $comment: 'POST application/cloudevents+json',
      type: 'object',
      required: ['data', 'id', 'type'],
    })
    expect(answer(report, 'event-retries')).toMatchObject({ after: 500, seenToItsEnd: true })
    expect(JSON.stringify(answer(report, 'event-retries'))).toMatch(/"waitsMs":\[[12]00,[23]00\]/)
    expect(answer(report, 'event-duplicates')).toBe('none')
    expect(answer(report, 'event-order')).toBe('as triggered')
  },
)

test('copies and another order are told', timed, async () => {
  const report = await check({ copies: 2, reversed: true })
  expect(answer(report, 'event-duplicates')).toMatch(/up to 2 times/)
  expect(answer(report, 'event-order')).toBe('another one')
})

test.concurrent.each<[string, Manner]>([
  ['two seconds late', { delayMs: 2_000 }],
  ['twice', { copies: 2 }],
  ['in another order', { reversed: true }],
  ['all of that, as forms', { delayMs: 700, copies: 2, reversed: true, payload: 'form' }],
])('a tenant that forwards %s passes', async (_, manner) => {
  const report = await check(manner)
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
})

test.concurrent('an event for the whole tenant reaches every stream that matches', async () => {
  const report = await check({}, { profile: tenantWide })
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual({
    ...all('pass'),
    'any.event-own-stream': 'not-applicable',
  })
})

test.concurrent.each<Fault>(['not-subscribed', 'when-disabled', 'one-of-two', 'both-endpoints'])(
  'the fault %s shows with events for the whole tenant as well',
  async (fault) => {
    expect(failed(await check({ fault }, { profile: tenantWide }))).toEqual([faults[fault]])
  },
)

test.concurrent('without a trigger, without writes, or out of reach the clauses are not run, and it is said what to supply', async () => {
  const untriggered = await check({}, { profile: { ...profile, fixtures: withoutTrigger } })
  expect(verdicts(untriggered)).toEqual(all('not-run'))
  expect(reasons(untriggered).join()).toMatch(/declare fixtures\.triggerEvent in the profile/)
  const unwritten = await check({}, { writes: 'none' })
  expect(verdicts(unwritten)).toEqual(all('not-run'))
  expect(reasons(unwritten).join()).toMatch(/--writes reversible/)
})

test.concurrent('a trigger that is refused, and an address that is not taken, decide nothing', async () => {
  const refused = await check({ triggerStatus: 403 })
  expect(verdicts(refused)).toEqual(all('inconclusive'))
  expect(reasons(refused).join()).toMatch(/triggerEvent triggered no event: 403/)
  const strict = await check({ strict: true })
  expect(verdicts(strict)).toEqual(all('inconclusive'))
  expect(reasons(strict).join()).toMatch(/TENANT_WEBHOOK_URL/)
})

test.concurrent('payloads that contradict the profile are told and not blamed', async () => {
  const declared: Profile = { ...profile, delivery: { payload: { required: ['specversion'] } } }
  const report = await check({}, { profile: declared })
  expect(verdicts(report)).toEqual(all('pass'))
  expect(report.notes.join()).toMatch(/contradict delivery\.payload of the profile.*specversion/)
})

test.concurrent('the receiver listens and is reached where the operator says', async () => {
  const port = await freePort()
  const report = await check(
    {},
    {
      webhookListen: `127.0.0.1:${port}`,
      environment: {
        TENANT_ACCESS_TOKEN: 'no-jwt-is-needed-here',
        TENANT_WEBHOOK_URL: `http://localhost:${port}/behind/a/tunnel/`,
      },
    },
  )
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
  // The port is free again as soon as the run has ended.
  expect(await freePort(port)).toBe(port)
})

// A run with a fault mostly waits for what does not come: all of them wait together.
describe('each fault', () => {
  const reports = new Map<string, Report>()
  beforeAll(async () => {
    await Promise.all(
      Object.keys(faults).map(async (fault) => {
        reports.set(fault, await check({ fault: fault as Fault }))
      }),
    )
  }, 120_000)

  test.each(Object.entries(faults))('%s fails %s and nothing else', (fault, clause) => {
    const report = reports.get(fault)
    if (report === undefined) throw new Error('the run did not end')
    expect(failed(report), JSON.stringify(verdicts(report))).toEqual([clause])
    const [failure] = report.clauses.find(({ id }) => id === clause)?.failures ?? []
    expect(failure?.curl).toContain('/test')
    expect(JSON.stringify(report)).not.toContain(credential)
    if (fault === 'never')
      expect(verdicts(report)).toEqual({ ...all('inconclusive'), 'any.event-delivered': 'fail' })
  })
})

test('a place that can not be listened on is told before anything is sent', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const seen: string[] = []
  const run = check({}, { webhookListen: `127.0.0.1:${port}`, onEvent: ({ type }) => seen.push(type) })
  await expect(run).rejects.toThrow(/can't listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\).*--webhook-listen/)
  expect(seen).toEqual([])
  taken.close()
})

test('an interrupted run does not wait for deliveries', async () => {
  const stop = new AbortController()
  const from = tickMs()
  const report = await check(
    { fault: 'never' },
    {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'exchange' && event.exchange.operation === 'fixture:triggerEvent')
          setTimeout(() => stop.abort(), 200)
      },
    },
  )
  expect(tickMs() - from).toBeLessThan(3_000)
  expect(failed(report)).toEqual([])
  expect(reasons(report).join()).toMatch(/interrupted/)
  expect(report.resources.leaked).toEqual([])
})

/** A port of the loopback address that nobody listens on; the given one where it is free. */
async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
