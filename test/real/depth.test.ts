// How much a run tries: depths, and runs that are fitted to what they may send. What is left out is said, and nothing is left behind.
import { describe, expect, test } from 'vitest'
import { depthNames, depths } from '../../src/base/depth.ts'
import { conformance, type Report } from '../../src/index.ts'
import { tenantFaults } from '../../src/tenant/index.ts'

const verdictsOf = ({ clauses }: Report): ReadonlyMap<string, readonly string[]> => {
  const all = new Map<string, string[]>()
  for (const { id, verdict } of clauses) all.set(verdict, [...(all.get(verdict) ?? []), id])
  return all
}

const levelsOf = ({ clauses }: Report, verdict: string): ReadonlySet<string> =>
  new Set(clauses.filter((one) => one.verdict === verdict).map(({ level }) => level))

describe('the quick depth', async () => {
  const report = await conformance({ environment: {}, depth: 'quick', seed: 1 })

  test('sends no more than it is for, and says yes', () => {
    expect(report.traffic.requests).toBeLessThanOrEqual(depths.quick.requestsMax)
    expect(report.outcome).toBe('conformant')
    expect(verdictsOf(report).get('pass')?.length).toBeGreaterThan(80)
    expect(report.resources.leaked).toEqual([])
  })

  test('says of what it leaves out that it was not asked for', () => {
    const left = report.clauses.filter(({ verdict }) => verdict === 'out-of-scope')
    expect(left.length).toBeGreaterThan(0)
    expect(left.map(({ reason }) => reason)).toContain('not asked for: --depth quick')
    expect(verdictsOf(report).get('not-run')).toBeUndefined()
  })

  test('finds what a tenant does wrong at every operation, where a telling request shows it', async () => {
    const seeded = await tenantFaults()
    const faults = seeded.filter(({ kind }) => kind === 'answers-206').map(({ name }) => name)
    expect(faults.length).toBeGreaterThan(1)
    const faulty = await conformance({ environment: {}, depth: 'quick', seed: 1, faults })
    expect(faulty.outcome).toBe('non-conformant')
  })
})

describe('a run of so many requests', async () => {
  const requests = 400
  const report = await conformance({ environment: {}, maxRequests: requests, seed: 1 })

  test('stays within them, and tells what it leaves out and what that would take', () => {
    expect(report.traffic.requests).toBeLessThanOrEqual(requests)
    expect(report.outcome).toBe('incomplete')
    const left = report.clauses.filter(({ reason }) => reason?.includes('--max-requests'))
    expect(left.length).toBeGreaterThan(100)
    for (const { verdict, reason } of left) {
      expect(verdict).toBe('not-run')
      expect(reason).toMatch(
        /^left out to stay within --max-requests 400: about \d+ more requests would check it$/,
      )
    }
    expect(report.resources.leaked).toEqual([])
  })

  test('checks what is worth most of it, clauses of MUST first', () => {
    expect(verdictsOf(report).get('pass')?.length).toBeGreaterThan(80)
    expect(levelsOf(report, 'fail')).toEqual(new Set())
    expect(levelsOf(report, 'not-run')).toContain('SHOULD')
  })
})

test('at a rate the minutes are so many requests', async () => {
  const report = await conformance({
    ...{ environment: {}, seed: 1, only: ['event-streams.create'] },
    ...{ maxMinutes: 0.5, rate: 100, depth: 'deep' },
  })
  const left = report.clauses.filter(({ verdict }) => verdict === 'not-run')
  expect(left.length).toBeLessThan(60)
  for (const { reason } of left) expect(reason).toMatch(/--max-minutes 0.5 at --rate 100/)
})

test('when the minutes are over nothing more is asked, and nothing is left behind', async () => {
  const report = await conformance({
    ...{ environment: {}, seed: 1, only: ['event-streams.create'], maxMinutes: 0.005 },
  })
  const left = report.clauses.filter(({ verdict }) => verdict === 'not-run')
  expect(left.map(({ reason }) => reason).join()).toContain('the 0.005 minutes of --max-minutes are over')
  expect(report.outcome).toBe('incomplete')
  expect(report.resources.leaked).toEqual([])
})

test('a depth that there is not is told with those that there are', async () => {
  expect(depthNames).toEqual(['quick', 'default', 'deep'])
  await expect(conformance({ environment: {}, depth: 'quik' })).rejects.toThrow(
    '--depth is "quik": give quick, default or deep.',
  )
})
