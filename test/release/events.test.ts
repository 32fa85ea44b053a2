// Tests deliveries. Late, repeated and reordered deliveries conform, and each fault fails its clause.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { tickMs } from '../../src/base/clock.ts'
import { packageRoot } from '../../src/base/package-root.ts'
import type { Profile, Report } from '../../src/index.ts'
import { check, credential, failed, profile } from '../events/delivering-run.ts'
import { type Fault, faults, type Manner } from '../events/manner.ts'

const { delivery: _, ...undeclared } = profile
const { triggerEvent, ...withoutTrigger } = profile.fixtures ?? {}
const tenantWide: Profile = {
  ...undeclared,
  delivery: { trigger: { raises: 'event' } },
  fixtures: {
    ...withoutTrigger,
    triggerEvent: { method: 'POST', path: '/events', body: { event_type: '{eventType}' } },
  },
}

const verdicts = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.clauses.filter(({ id }) => id.startsWith('any.event-')).map(({ id, verdict }) => [id, verdict]),
  )

const answer = (report: Report, id: string): unknown =>
  report.openPoints.find((point) => point.id === id)?.answer

const reasons = (report: Report): string[] => [
  ...new Set(report.clauses.filter(({ id }) => id.startsWith('any.event-')).map(({ reason }) => reason)),
]

const { clauses: known } = JSON.parse(
  readFileSync(join(packageRoot, 'schemas/cross/events.json'), 'utf8'),
) as { clauses: { id: string }[] }
const all = (verdict: string): Record<string, string> =>
  Object.fromEntries(known.map(({ id }) => [id, verdict]))

test('a plain tenant passes, and its deliveries answer open points', async () => {
  const report = await check({ retriesMs: [100, 200] })
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
  expect(report.resources.leaked).toEqual([])
  expect(answer(report, 'event-payload')).toMatchObject({
    $comment: 'POST application/cloudevents+json',
    type: 'object',
    required: ['data', 'id', 'type'],
  })
  const retries = answer(report, 'event-retries') as { waitsMs: readonly number[] }
  expect(retries).toMatchObject({ after: 500, seenToItsEnd: true })
  // The test has no upper limit for the waits, because an attempt may be late on a busy machine.
  expect(retries.waitsMs).toHaveLength(2)
  expect(Math.min(...retries.waitsMs)).toBeGreaterThanOrEqual(100)
  expect(answer(report, 'event-duplicates')).toBe('none')
  expect(answer(report, 'event-order')).toBe('as triggered')
})

test.concurrent.each<[string, Manner]>([
  ['two seconds late', { delayMs: 2_000 }],
  ['twice', { copies: 2 }],
  ['in another order', { reversed: true }],
  ['all of that, as forms', { delayMs: 700, copies: 2, reversed: true, payload: 'form' }],
  ['several events in one array', { batch: 'array' }],
  ['several events in one object', { batch: 'object' }],
  ['credentials only when they are asked for', { whenAsked: true }],
])('a tenant that forwards %s passes', async (_, manner) => {
  const report = await check(manner)
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
})

test('reports copies and another order', async () => {
  const report = await check({ copies: 2, reversed: true })
  expect(answer(report, 'event-duplicates')).toMatch(/up to 2 times/)
  expect(answer(report, 'event-order')).toBe('another one')
})

// Tests four faults in parallel, because the runs spend most of their time waiting. More parallel runs
// would delay the deliveries.
describe('each fault', () => {
  const reports = new Map<string, Report>()
  beforeAll(async () => {
    const waiting = Object.keys(faults) as Fault[]
    const worker = async (): Promise<void> => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift())
        reports.set(fault, await check({ fault }))
    }
    await Promise.all(Array.from({ length: 4 }, worker))
  }, 300_000)

  test.each(Object.entries(faults))('%s fails %s and nothing else', (fault, clause) => {
    const report = reports.get(fault)
    if (report === undefined) throw new Error('the run did not end')
    // Allows the failure of one more clause: if events of one type are lost, a stream with several types
    // loses these events too.
    const apart = fault === 'one-type-lost' ? ['any.event-each-subscription'] : []
    expect(failed(report), JSON.stringify(verdicts(report))).toEqual([clause, ...apart])
    const [failure] = report.clauses.find(({ id }) => id === clause)?.failures ?? []
    expect(failure?.curl).toContain('/test')
    expect(JSON.stringify(report)).not.toContain(credential)
  })
})

test('a tenant that cannot reach the receiver fails no clause, and the reason says what to supply', async () => {
  const report = await check({ unreached: true })
  expect(verdicts(report)).toEqual(all('inconclusive'))
  expect(reasons(report).join()).toMatch(/no delivery arrived at all.*TENANT_WEBHOOK_URL/)
  expect(answer(report, 'event-delay')).toBeNull()
})

test('a tenant that accepts few subscriptions fails no clause, and the run reports the accepted ones', async () => {
  const types = ['user.created', 'user.updated', 'organization.created']
  const eventStream = { ...profile.eventStream, eventTypes: types }
  const report = await check({ subscriptionsMax: 2 }, { profile: { ...profile, eventStream } })
  expect(open(report)).toEqual({ 'any.event-each-subscription': 'inconclusive' })
  expect(reasons(report).join()).toMatch(
    /refused an event stream that forwards 3 types of events.*accepted another event stream/,
  )
})

const open = (report: Report): Record<string, string> =>
  Object.fromEntries(Object.entries(verdicts(report)).filter(([, verdict]) => verdict !== 'pass'))

// The run cannot decide these clauses unless the profile declares what a trigger does.
describe('a trigger', () => {
  test.concurrent('that concerns the whole tenant although it names a stream fails no clause', async () => {
    for (const payload of ['json', 'form'] as const) {
      const report = await check({ wide: true, payload }, { profile: undeclared })
      expect(open(report), JSON.stringify(reasons(report))).toEqual({
        'any.event-own-stream': 'inconclusive',
      })
      expect(answer(report, 'trigger-scope')).toBe(payload === 'json' ? 'tenant' : null)
    }
    const declared: Profile = { ...profile, delivery: { trigger: { scope: 'tenant', raises: 'event' } } }
    const report = await check({ wide: true }, { profile: declared })
    expect(open(report)).toEqual({ 'any.event-own-stream': 'not-applicable' })
  })

  test.concurrent('that concerns one stream fails a tenant that forwards to another stream, even if deliveries do not show their event', async () => {
    const report = await check({ wide: true, payload: 'form' })
    expect(failed(report)).toContain('any.event-own-stream')
  })

  test.concurrent('that causes test events fails no clause if they reach streams that must not forward events', async () => {
    for (const raises of [undefined, 'test'] as const) {
      const trigger = { scope: 'stream', ...(raises === undefined ? {} : { raises }) } as const
      const report = await check({ test: true }, { profile: { ...profile, delivery: { trigger } } })
      expect(open(report), JSON.stringify(reasons(report))).toEqual({
        'any.event-disabled': 'inconclusive',
        'any.event-enabled-again': 'inconclusive',
        'any.event-enabled-later': 'inconclusive',
        'any.event-not-subscribed': 'inconclusive',
        'any.event-subscriptions-updated': 'inconclusive',
      })
      expect(reasons(report).join()).toMatch(
        raises === undefined
          ? /declare delivery\.trigger\.raises/
          : /declare a trigger that causes a real event/,
      )
    }
  })

  test.concurrent('without a declaration shows everything that does not depend on it', async () => {
    const report = await check({}, { profile: undeclared })
    expect(verdicts(report), JSON.stringify(reasons(report))).toEqual(all('pass'))
    expect(answer(report, 'trigger-scope')).toBe('stream')
    expect(answer(report, 'trigger-meaning')).toBeNull()
  })

  test.concurrent.each<Fault>(['when-born-disabled', 'old-subscriptions', 'one-of-two', 'third-event-lost'])(
    'without a declaration shows the fault %s, because it shows what it respects',
    async (fault) => {
      expect(failed(await check({ fault }, { profile: undeclared }))).toEqual([faults[fault]])
    },
  )
})

test('an event for the whole tenant reaches every matching stream', async () => {
  const report = await check({}, { profile: tenantWide })
  expect(verdicts(report), JSON.stringify(reasons(report))).toEqual({
    ...all('pass'),
    'any.event-own-stream': 'not-applicable',
  })
})

test.concurrent.each<Fault>(['not-subscribed', 'when-disabled', 'one-of-two', 'both-endpoints'])(
  'the fault %s also shows with events for the whole tenant',
  async (fault) => {
    expect(failed(await check({ fault }, { profile: tenantWide }))).toEqual([faults[fault]])
  },
)

test('without a trigger the clauses are not run, and the reason says what to supply; without writes they are not selected', async () => {
  const untriggered = await check({}, { profile: { ...profile, fixtures: withoutTrigger } })
  expect(verdicts(untriggered)).toEqual(all('not-run'))
  expect(reasons(untriggered).join()).toMatch(/declare fixtures\.triggerEvent in the profile/)
  const unwritten = await check({}, { writes: 'none' })
  expect(verdicts(unwritten)).toEqual(all('out-of-scope'))
  expect(reasons(unwritten).join()).toMatch(/not allowed: --writes none/)
})

test('a refused trigger and a refused address decide nothing', async () => {
  const refused = await check({ triggerStatus: 403 })
  expect(verdicts(refused)).toEqual(all('inconclusive'))
  expect(reasons(refused).join()).toMatch(/triggerEvent triggered no event: 403/)
  const strict = await check({ strict: true })
  expect(verdicts(strict)).toEqual(all('inconclusive'))
  expect(reasons(strict).join()).toMatch(/TENANT_WEBHOOK_URL/)
})

test('reports payloads that contradict the profile, but fails no clause because of them', async () => {
  const declared: Profile = { ...profile, delivery: { payload: { required: ['specversion'] } } }
  const report = await check({}, { profile: declared })
  expect(verdicts(report)).toEqual(all('pass'))
  expect(report.notes.join()).toMatch(/not match delivery\.payload of the profile.*specversion/)
})

test('the receiver listens and is reached at the given addresses', async () => {
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
  // The port is free again after the run.
  expect(await freePort(port)).toBe(port)
})

test('reports an unusable listening address before it sends any request', async () => {
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
    { unreached: true },
    {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'exchange' && event.exchange.operation === 'fixture:triggerEvent')
          setTimeout(() => stop.abort(), 200)
      },
    },
  )
  expect(tickMs() - from).toBeLessThan(30_000)
  expect(failed(report)).toEqual([])
  expect(reasons(report).join()).toMatch(/interrupted/)
  expect(report.resources.leaked).toEqual([])
})

/** Returns a free port. Prefers the wanted port. */
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
