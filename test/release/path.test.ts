// Tests faults on the network path between run and tenant. No clause fails, the run repeats no creation, and
// it reports the leftovers.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sleep, tickMs } from '../../src/base/clock.ts'
import { loadContract } from '../../src/contract/index.ts'
import {
  type ConformanceOptions,
  conformance,
  type Report,
  startTenant,
  type Tenant,
} from '../../src/index.ts'
import { loadProfile, type Profile } from '../../src/profile/index.ts'
import {
  type Fate,
  type FaultProxy,
  gatewayPage,
  type Passage,
  passOn,
  startFaultProxy,
} from '../fault-proxy.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const reference = loadProfile('reference', loadContract())
const options: ConformanceOptions = {
  examples: 2,
  seed: 1,
  timeoutMs: 1_000,
  only: ['event-streams.', 'phone-templates.', 'rate-limit-policies.', 'custom-signing-keys.'],
}
const passes = ({ clauses }: Report): number => clauses.filter(({ verdict }) => verdict === 'pass').length

let cleanPasses: number
beforeAll(async () => {
  const tenant = await startTenant()
  const report = await conformance({ depth: 'default', environment: tenant.environment, ...options })
  cleanPasses = passes(report)
  await tenant.close()
})

/**
 * Chooses how the proxy handles a request. The choice depends on the content or the number of the request.
 */
type FateOf = (passage: Passage, place: { tenant: Tenant; proxy: FaultProxy }) => Fate

async function runOver(
  fateOf: FateOf,
  { profile = reference, ...more }: ConformanceOptions & { profile?: Profile } = {},
) {
  const tenant = await startTenant()
  closing.push(() => tenant.close())
  const proxy: FaultProxy = await startFaultProxy(tenant.baseUrl, (passage) =>
    fateOf(passage, { tenant, proxy }),
  )
  closing.push(() => proxy.close())
  const environment = {
    ...tenant.environment,
    TENANT_BASE_URL: proxy.baseUrl,
    TENANT_AUTH_URL: tenant.authUrl,
  }
  const report = await conformance({ depth: 'default', environment, profile, ...options, ...more })
  return { report, tenant, proxy }
}

/** Expects the facts that are true after every run on a faulty path. */
function expectSound(
  { report, tenant, proxy }: Awaited<ReturnType<typeof runOver>>,
  passesShareMin = 0.5,
): void {
  const blamed = report.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  expect(blamed.map(({ id, reason, failures }) => [id, reason, failures[0]?.received])).toEqual([])
  expect(proxy.faults).toBeGreaterThan(0)
  const { streams, policies } = tenant.inspect()
  expect(streams.length + policies.length).toBeLessThanOrEqual(report.resources.leaked.length)
  expect(passes(report)).toBeGreaterThanOrEqual(cleanPasses * passesShareMin)
}

const each =
  (nth: number, fate: Fate) =>
  ({ number }: Passage): Fate =>
    number > 30 && number % nth === 0 ? fate : passOn
const reset: Fate = ({ socket }) => socket.resetAndDestroy()
const half = (raw: Buffer): Buffer => raw.subarray(0, raw.length >> 1)

const fates: Readonly<Record<string, (passage: Passage) => Fate>> = {
  'resets before the request has arrived': each(23, reset),
  'resets before the answer': each(23, async (passage) => {
    await passage.forward()
    return reset(passage)
  }),
  'resets in the answer': each(23, async (passage) => {
    await passage.write(half(await passage.forward()))
    return reset(passage)
  }),
  'resets after the answer': each(11, async (passage) => {
    await passOn(passage)
    await sleep(5)
    return reset(passage)
  }),
  'stalls before the answer, with the connection half open': each(191, () => undefined),
  'stalls in the answer': each(191, async ({ write, forward }) => write(half(await forward()))),
  'truncated bodies': each(23, async ({ write, forward, socket }) => {
    const raw = await forward()
    await write(raw.subarray(0, raw.length - 5))
    socket.end()
  }),
  'doubled bodies': each(23, async ({ write, forward }) => {
    const raw = await forward()
    await write(Buffer.concat([raw, raw.subarray(raw.indexOf('\r\n\r\n') + 4)]))
  }),
  'doubled answers': each(23, async ({ write, forward }) => {
    const raw = await forward()
    await write(Buffer.concat([raw, raw]))
  }),
  'latency and jitter': each(3, async (passage) => {
    await sleep((passage.number * 37) % 90)
    await passOn(passage)
  }),
  '502, 503 and 504 now and then': ({ number }) =>
    number > 30 && number % 37 === 0 ? ({ write }) => write(gatewayPage(502 + (number % 3))) : passOn,
  '502, 503 and 504 now and then, after the tenant has acted': ({ number }) =>
    number > 30 && number % 37 === 0
      ? async ({ write, forward }) => {
          await forward()
          await write(gatewayPage(502 + (number % 3)))
        }
      : passOn,
}

test.for(Object.entries(fates))('%s', async ([, fateOf]) => {
  expectSound(await runOver(fateOf))
})

// Each series of requests loses a request at these rates. At higher rates, every attempt of a check would
// lose a request.
const ways = {
  'the way there': ({ write }) => write(gatewayPage(502)),
  'the way back': async ({ write, forward }) => {
    await forward()
    await write(gatewayPage(502))
  },
} satisfies Record<string, Fate>
const lossy = [
  { name: 'templates', only: 'phone-templates.update.', asks: /\/templates$/, often: [4, 7] },
  {
    name: 'templates (reads)',
    only: 'phone-templates.update.',
    asks: /^GET .*\/templates$/,
    often: [2, 3, 4, 7],
  },
  { name: 'one stream', only: 'event-streams.update.', asks: /\/event-streams\/[^/]+$/, often: [2, 4, 7] },
]
test.each(
  lossy.flatMap(({ often, ...of }) =>
    Object.entries(ways).flatMap(([way, fate]) => often.map((nth) => ({ ...of, way, fate, nth }))),
  ),
)('of $name, one request in $nth is lost on $way', async ({ only, asks, fate, nth }) => {
  let count = 0
  const isLost = ({ number, method, path }: Passage): boolean =>
    number > 20 && asks.test(`${method} ${path}`) && ++count % nth === 0
  expectSound(await runOver((passage) => (isLost(passage) ? fate : passOn), { only: [only] }), 0)
})

test('a burst of 502, 503 and 504 after the tenant has acted', async () => {
  let until = Number.POSITIVE_INFINITY
  const run = await runOver(({ number }) => {
    if (number === 300) until = tickMs() + 500
    return number < 300 || tickMs() > until
      ? passOn
      : async ({ write, forward }) => {
          await forward()
          await write(gatewayPage(502 + (number % 3)))
        }
  })
  expectSound(run, 0.3)
})

test('reports each creation that is carried out and gets 502, if no list shows it', async () => {
  const { listEventStreams: _, ...fixtures } = reference.fixtures ?? {}
  const run = await runOver(
    ({ number, method, path }) =>
      number > 150 && number % 5 === 0 && method === 'POST' && path.endsWith('/event-streams')
        ? async ({ write, forward }) => {
            await forward()
            await write(gatewayPage(502))
          }
        : passOn,
    { profile: { ...reference, fixtures } },
  )
  expectSound(run)
  // If a broken form created a resource, the name of the resource contains "%zz%".
  const left = run.tenant.inspect().streams.map(({ name }) => `"${name.replace('%zz%', '')}"`)
  expect(left.length).toBeGreaterThan(5)
  expect(run.report.resources.leaked.map(({ id }) => id)).toEqual(expect.arrayContaining(left))
})

test('after a lost response, sends another creation instead of the same one', async () => {
  let creations = 0
  const run = await runOver(
    ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/event-streams')) return passOn
      creations += 1
      const number = creations
      if (number < 5 || number % 4 !== 0) return passOn
      return async (passage) => {
        await passage.forward()
        await (number % 8 === 0 ? reset(passage) : passage.write(gatewayPage(504)))
      }
    },
    // These clauses do not judge creations. They only need a stream.
    { only: ['event-streams.update.'] },
  )
  expectSound(run, 0.1)
  const sent = run.tenant
    .inspect()
    .requests.filter(({ operation, status }) => operation === 'event-streams.create' && status === 201)
    .map(({ body }) => body)
  expect(sent.length).toBeGreaterThan(20)
  expect(new Set(sent).size).toBe(sent.length)
})

/** Removes all resources of the tenant. A server without a store loses them in the same way at a restart. */
async function forget({ baseUrl, environment, inspect }: Tenant): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${environment.TENANT_ACCESS_TOKEN}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const { streams, policies } = inspect()
  for (const { id } of streams) await ask('DELETE', `/event-streams/${id}`)
  for (const { id } of policies) await ask('DELETE', `/rate-limit-policies/${id}`)
  await ask(
    'PUT',
    '/guardian/factors/phone/templates',
    loadContract().resources.get('phone-templates')?.defaults as object,
  )
}

test.each([0, 1_000])('a restart that takes %i ms and loses the state of the tenant', async (durationMs) => {
  let restarted: Promise<unknown> = Promise.resolve()
  const run = await runOver(({ number }, { tenant, proxy }) => {
    if (number !== 600) return passOn
    return () => {
      restarted = Promise.all([proxy.interrupt(durationMs), forget(tenant)])
    }
  })
  await restarted
  expectSound(run, 0.3)
})

test('reports a name that does not resolve, and fails nothing', async () => {
  const environment = { TENANT_BASE_URL: 'https://tenant.invalid/api/v2', TENANT_ACCESS_TOKEN: 'a-token' }
  const report = await conformance({ depth: 'default', environment, ...options, writes: 'destructive' })
  expect(report.outcome).toBe('incomplete')
  expect(report.clauses.filter(({ verdict }) => ['pass', 'fail', 'error'].includes(verdict))).toEqual([])
  expect(JSON.stringify(report.clauses)).toContain('The name tenant.invalid cannot be resolved')
})
