// Tests the depths, and runs with a limited number of requests.
// @module-tag whole
import { describe, expect, test } from 'vitest'
import { depthNames, depths } from '../../src/base/depth.ts'
import { conformance, type Report, replay } from '../../src/index.ts'
import { startTenant, tenantFaults, type Variation } from '../../src/tenant/index.ts'

const verdictsOf = ({ clauses }: Report): ReadonlyMap<string, readonly string[]> => {
  const all = new Map<string, string[]>()
  for (const { id, verdict } of clauses) all.set(verdict, [...(all.get(verdict) ?? []), id])
  return all
}

const levelsOf = ({ clauses }: Report, verdict: string): ReadonlySet<string> =>
  new Set(clauses.filter((one) => one.verdict === verdict).map(({ level }) => level))

describe('the quick depth', async () => {
  const report = await conformance({ environment: {}, depth: 'quick', seed: 1 })

  test('sends no more than its purpose needs, and succeeds', () => {
    expect(report.traffic.requests).toBeLessThanOrEqual(depths.quick.requestsMax)
    expect(report.outcome).toBe('conformant')
    expect(verdictsOf(report).get('pass')?.length).toBeGreaterThan(80)
    expect(report.resources.leaked).toEqual([])
  })

  test('reports that other clauses were not selected', () => {
    const left = report.clauses.filter(({ verdict }) => verdict === 'out-of-scope')
    expect(left.length).toBeGreaterThan(0)
    expect(left.map(({ reason }) => reason)).toContain('not selected: --depth quick')
    expect(verdictsOf(report).get('not-run')).toBeUndefined()
  })

  test('finds a mistake at every operation if a suitable request shows it', async () => {
    const seeded = await tenantFaults()
    const faults = seeded.filter(({ kind }) => kind === 'answers-206').map(({ name }) => name)
    expect(faults.length).toBeGreaterThan(1)
    const faulty = await conformance({ environment: {}, depth: 'quick', seed: 1, faults })
    expect(faulty.outcome).toBe('non-conformant')
  })
})

describe('a run of so many requests', async () => {
  const requests = 400
  const report = await conformance({ environment: {}, depth: 'default', maxRequests: requests, seed: 1 })

  test('stays within the number, and says what it leaves out and what that would need', () => {
    expect(report.traffic.requests).toBeLessThanOrEqual(requests)
    expect(report.outcome).toBe('incomplete')
    const left = report.clauses.filter(({ reason }) => reason?.includes('--max-requests'))
    expect(left.length).toBeGreaterThan(100)
    for (const { verdict, reason } of left) {
      expect(verdict).toBe('not-run')
      expect(reason).toMatch(
        /^left out to stay within --max-requests 400: about \d+ more requests? would check this clause$/,
      )
    }
    expect(report.resources.leaked).toEqual([])
  })

  test('checks the most valuable clauses first, MUST before SHOULD', () => {
    expect(verdictsOf(report).get('pass')?.length).toBeGreaterThan(80)
    expect(levelsOf(report, 'fail')).toEqual(new Set())
    expect(levelsOf(report, 'not-run')).toContain('SHOULD')
  })
})

test('at a given rate, minutes limit the number of requests', async () => {
  const report = await conformance({
    ...{ environment: {}, seed: 1, only: ['event-streams.create'] },
    ...{ maxMinutes: 0.5, rate: 100, depth: 'deep' },
  })
  const left = report.clauses.filter(({ verdict }) => verdict === 'not-run')
  expect(left.length).toBeLessThan(60)
  for (const { reason } of left) expect(reason).toMatch(/--max-minutes 0.5 at --rate 100/)
})

test('sends nothing after the minutes are over, and leaves nothing', async () => {
  const report = await conformance({
    ...{ environment: {}, depth: 'default', seed: 1, only: ['event-streams.create'], maxMinutes: 0.005 },
  })
  const left = report.clauses.filter(({ verdict }) => verdict === 'not-run')
  expect(left.map(({ reason }) => reason).join()).toContain('the 0.005 minutes of --max-minutes are over')
  expect(report.outcome).toBe('incomplete')
  expect(report.resources.leaked).toEqual([])
})

test('reports an unknown depth with the known ones', async () => {
  expect(depthNames).toEqual(['quick', 'default', 'deep'])
  await expect(conformance({ environment: {}, depth: 'quik' })).rejects.toThrow(
    '--depth is "quik": give quick, default, deep, or a percentage between default and deep, for example 40%.',
  )
})

describe('without a depth', async () => {
  const only = ['custom-signing-keys.get', 'any.token-response']

  test('a run of the embedded tenant is always deep, conforms, and says so', async () => {
    const report = await conformance({ environment: {}, seed: 1, only })
    expect(report.outcome).toBe('conformant')
    expect(report.run.depth).toEqual({ depth: 'deep', reason: 'the tenant is in this process' })
    expect(report.run.options).toMatchObject({ depth: 'deep', examples: depths.deep.examples })
    expect(report.resources.leaked).toEqual([])
  })

  test('measures a tenant on this machine, and gives a slow one the lowest depth', async () => {
    const chosen = async (variation: Partial<Variation>, maxMinutes: number) => {
      const tenant = await startTenant({ variation })
      try {
        const { run } = await conformance({ environment: tenant.environment, seed: 1, maxMinutes, only })
        return run.depth
      } finally {
        await tenant.close()
      }
    }
    expect(await chosen({}, 2)).toMatchObject({ depth: 'deep', reason: expect.stringMatching(/ms each/) })
    expect(await chosen({ latencyMs: 800 }, 0.02)).toMatchObject({ depth: 'default' })
  })

  test('a tenant whose headers allow two requests a second gets the lowest depth', async () => {
    const tenant = await startTenant({ rateLimit: { burst: 50, perSecond: 2 } })
    try {
      const { run } = await conformance({ environment: tenant.environment, seed: 1, only, maxMinutes: 0.2 })
      expect(run.depth?.depth).toBe('default')
      expect(run.depth?.reason).toMatch(/the tenant allows \d+ requests and [\d.]+ more each second/)
    } finally {
      await tenant.close()
    }
  })

  // The run cannot measure such a high rate, so it must read the rate from the headers.
  test('a tenant whose headers allow two hundred requests a second gets a deep run', async () => {
    const tenant = await startTenant({ rateLimit: { burst: 60, perSecond: 200 } })
    try {
      const { run } = await conformance({
        environment: tenant.environment,
        seed: 1,
        only: ['event-streams.create'],
        writes: 'destructive',
      })
      expect(run.depth?.depth).toBe('deep')
    } finally {
      await tenant.close()
    }
  })

  test('a part of a run has the lowest depth, and says so', async () => {
    const { run } = await conformance({ environment: {}, shard: '1/40', only })
    expect(run.depth).toMatchObject({
      depth: 'default',
      reason: expect.stringMatching(/shards cannot agree/),
    })
  })

  test('a replay has the depth of its run', async () => {
    const [fault = ''] = (await tenantFaults())
      .filter(({ clauses: [owner] }) => owner?.startsWith('custom-signing-keys.get.'))
      .map(({ name }) => name)
    const report = await conformance({ environment: {}, seed: 1, faults: [fault], only })
    const depthsSeen: unknown[] = []
    await replay(report, [], {
      environment: {},
      onEvent: (event) => {
        if (event.type === 'depth') depthsSeen.push([event.depth, event.reason])
      },
    })
    expect(depthsSeen).toEqual([['deep', 'set with --depth']])
  })
})

test('between the default and a deep run each step sends more', async () => {
  const sent = async (depth: string) => {
    const { traffic, outcome } = await conformance({
      environment: {},
      depth,
      seed: 1,
      only: ['phone-templates.'],
    })
    expect(outcome).toBe('conformant')
    return traffic.requests
  }
  const [least, half] = [await sent('default'), await sent('50%')]
  expect(half).toBeGreaterThan(least)
})
