// Tests that the merged reports of shards are equal to the report of a single run.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clause, failure, sampleEvents } from '../../../test/report/sample.ts'
import type { ClauseInfo, RunEvent } from '../../base/event.ts'
import { isSuppressible, notAllowedReason, unobservedReason, type Verdict } from '../../base/verdict.ts'
import { mergeMeasurements } from '../measure/measurements.ts'
import { diffReports } from '../model/diff.ts'
import type { Report } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { mergeReports } from './merge.ts'

const whole = toReport(sampleEvents())
const ids = whole.clauses.map(({ id }) => id)

test.each(['left to another shard: --shard 2/2', null])('two shards make the whole run (%s)', (reason) => {
  const merged = mergeReports([shard(0, reason), shard(1, reason)])
  expect(diffReports(whole, merged)).toMatchObject({
    newlyFailing: [],
    fixed: [],
    changed: [],
    openPoints: [],
  })
  expect(merged.summary).toEqual(whole.summary)
  expect(merged.outcome).toBe(whole.outcome)
  expect(merged.clauses.map(({ id, evidence }) => [id, evidence])).toEqual(
    whole.clauses.map(({ id, evidence }) => [id, evidence]),
  )
  expect(merged.traffic).toEqual({
    ...whole.traffic,
    requests: 4,
    writes: 4,
    rateLimited: 2,
    waitedMs: 80,
    byStatus: { '200': 4 },
  })
  expect(merged.run).toMatchObject({ shards: 2, interrupted: false, options: { shard: null, examples: 25 } })
})

test('the run lasts from the earliest start to the latest end; measurements and check times add up', () => {
  const [one, two] = [shard(0, 'left'), shard(1, 'left')]
  const late: Report = {
    ...two,
    run: { ...two.run, startedAt: '2026-09-21T14:13:30.000Z', durationMs: 5_000 },
  }
  const early: Report = { ...one, run: { ...one.run, startedAt: '2026-09-21T14:13:20.000Z' } }
  const timed = (report: Report, durationMs: number): Report => ({
    ...report,
    clauses: report.clauses.map((own, index) => (index === 0 ? { ...own, durationMs } : own)),
  })
  const merged = mergeReports([timed(late, 300), timed(early, 20)])
  expect(merged.run).toMatchObject({ startedAt: '2026-09-21T14:13:20.000Z', durationMs: 15_000 })
  expect(merged.clauses[0]?.durationMs).toBe(320)
  const measured = [early.measurements, late.measurements].flatMap((own) => own ?? [])
  expect(measured).toHaveLength(2)
  expect(merged.measurements).toEqual(mergeMeasurements(measured))
  const { measurements: _, ...unmeasured } = early
  expect(mergeReports([unmeasured, late])).not.toHaveProperty('measurements')
})

test("a missing credential still means not-run beside another shard's pass", () => {
  const scope = 'phone-templates.update.scope'
  const passed = change(scope, { verdict: 'pass', evidence: 1, reason: 'seen' })
  expect(mergedOf(scope, passed, whole)?.verdict).toBe('not-run')
})

const watched = 'event-streams.create.name-length'

test('a clause that no shard observed gets the verdict of a single run', () => {
  const alone = { verdict: 'inconclusive', reason: 'nothing was observed' } as const
  const unobserved = change(watched, {
    ...{ verdict: 'out-of-scope', reason: unobservedReason(alone), evidence: 0 },
  })
  expect(mergedOf(watched, unobserved, unobserved)).toMatchObject(alone)
  expect(mergedOf(watched, unobserved, whole)).toMatchObject({ verdict: 'pass' })
  const left = change(watched, { verdict: 'out-of-scope', reason: 'not selected: --skip x' })
  expect(mergedOf(watched, left, unobserved)).toMatchObject(alone)
  expect(mergedOf(watched, left, left)).toMatchObject({
    verdict: 'out-of-scope',
    reason: 'not selected: --skip x',
  })
})

test('a gap excuses a clause only if no shard observed it', () => {
  const gap = { clause: 'event-streams.create.*', reason: 'not here' }
  const alone = { verdict: 'inconclusive', reason: 'nothing was observed' } as const
  const unobserved = change(watched, {
    ...{ verdict: 'out-of-scope', reason: unobservedReason(alone), evidence: 0 },
    gap,
  })
  expect(mergedOf(watched, unobserved, unobserved)).toMatchObject({ ...alone, gap })
  expect(mergedOf(watched, unobserved, whole)).not.toHaveProperty('gap')
})

test('a failure in any shard counts, with the failures of all shards', () => {
  const id = 'event-streams.update.enabled-to-disabled'
  const passed = change(id, { verdict: 'pass', failures: [] })
  expect(mergedOf(id, whole, passed, whole)).toMatchObject({
    ...{ verdict: 'fail', evidence: 6 },
    failures: { length: 2 },
  })
})

test('adds up observations', () => {
  const seen = (evidence: number) => change(watched, { reason: `${evidence} observations`, evidence })
  expect(mergedOf(watched, seen(2), seen(5))).toMatchObject({ evidence: 7, reason: '7 observations' })
})

test('counts each clause that the write mode left unchecked once', () => {
  const own = change(watched, { verdict: 'not-run', reason: notAllowedReason, evidence: 0 })
  const left = { ...own, run: { ...own.run, unchecked: { clauses: 1, otherwise: 'more' } } }
  expect(ofShards(left, left).run.unchecked).toEqual({ clauses: 1, otherwise: 'more' })
})

test('merging an interrupted or truncated shard gives an interrupted run', () => {
  const [first, second] = [shard(0, 'left'), shard(1, 'left')]
  const stopped = { ...second, run: { ...second.run, interrupted: true } }
  expect(mergeReports([first, stopped]).run).toMatchObject({ interrupted: true })
  const cut = toReport(
    sampleEvents()
      .filter(({ type }) => type !== 'clause-judged' && type !== 'run-finished')
      .map((event) => withShard(event, 1)),
  )
  const merged = mergeReports([first, { ...cut, run: { ...cut.run, truncated: true } }])
  expect(merged.run).toMatchObject({ interrupted: true, truncated: true })
  for (const [index, { id, verdict }] of merged.clauses.entries())
    expect(verdict, id).toBe(index % 2 === 0 ? whole.clauses[index]?.verdict : 'not-run')
})

interface Said {
  readonly info: ClauseInfo
  /** True if all shards watch the clause. False if only the shard `owner` checks it. */
  readonly isWatched: boolean
  readonly owner: number
  readonly judgements: readonly { readonly shard: number; readonly event: RunEvent }[]
  readonly alone: RunEvent
  readonly left: RunEvent
}

const shardCount = 4
const gap = { clause: '*', reason: 'not on this tenant' }
const waived = { clause: '*', reason: 'known' }

function judged(id: string, verdict: Verdict, reason: string, evidence: number, excused: boolean): RunEvent {
  return {
    ...{ type: 'clause-judged', clause: id, verdict, reason, evidence },
    failures: verdict === 'fail' ? [failure()] : [],
    ...(excused && isSuppressible(verdict, reason) ? { gap } : {}),
    ...(excused && verdict === 'fail' ? { waived } : {}),
  }
}

const saidOf = (id: string): fc.Arbitrary<Said> =>
  fc
    .record({
      level: fc.constantFrom('MUST' as const, 'SHOULD' as const),
      operation: fc.constantFrom('any', 'a.create', 'a.update'),
      isWatched: fc.boolean(),
      owner: fc.nat(shardCount - 1),
      excused: fc.boolean(),
      judgements: fc.array(
        fc.record({
          verdict: fc.constantFrom(
            ...(['pass', 'fail', 'inconclusive', 'not-run', 'error', 'not-applicable'] as const),
          ),
          evidence: fc.integer({ min: 1, max: 9 }),
          shard: fc.nat(shardCount - 1),
        }),
        { maxLength: 4 },
      ),
      alone: fc.constantFrom(...(['inconclusive', 'not-run', 'not-applicable'] as const)),
    })
    .map(({ level, operation, isWatched, owner, excused, judgements, alone }) => {
      const reason = unobservedReason({ verdict: alone, reason: 'nothing' })
      return {
        info: { ...clause(id, level), operation },
        ...{ isWatched, owner },
        judgements: judgements.map(({ shard, verdict, evidence }) => ({
          shard,
          event: judged(id, verdict, `why ${verdict}`, evidence, excused),
        })),
        alone: judged(id, alone, 'nothing', 0, excused),
        left: judged(id, 'out-of-scope', isWatched ? reason : 'left to another shard', 0, excused),
      }
    })

function wholeOf(all: readonly Said[]): Report {
  return runOf(
    all,
    null,
    all.flatMap(({ isWatched, judgements, alone }) =>
      isWatched && judgements.length === 0 ? [alone] : judgements.map(({ event }) => event),
    ),
  )
}

function shardOf(all: readonly Said[], index: number): Report {
  return runOf(
    all,
    index,
    all.flatMap(({ isWatched, owner, judgements, left }) => {
      if (!isWatched) return owner === index ? judgements.map(({ event }) => event) : [left]
      const own = judgements.filter(({ shard }) => shard === index)
      return own.length === 0 ? [left] : own.map(({ event }) => event)
    }),
  )
}

function runOf(all: readonly Said[], index: number | null, said: readonly RunEvent[]): Report {
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type === 'clause-judged') return []
    if (event.type !== 'run-started') return [event]
    const started = { ...event, clauses: all.map(({ info }) => info) }
    return [index === null ? started : withShard(started, index, shardCount)]
  })
  return toReport([...events, ...said])
}

test('shards give the result of the whole run, in any partition and order', () => {
  const runs = fc.integer({ min: 1, max: 8 }).chain((count) => {
    const names = Array.from({ length: count }, (_, index) => `a.create.c${index}`)
    return fc.tuple(...names.map(saidOf))
  })
  const orders = fc.shuffledSubarray(
    Array.from({ length: shardCount }, (_, index) => index),
    { minLength: shardCount },
  )
  const told = ({ clauses, summary, outcome }: Report) => ({
    clauses: clauses.map(({ id, verdict, evidence, gap, waived }) => ({
      id,
      verdict,
      evidence,
      gap,
      waived,
    })),
    ...{ summary, outcome },
  })
  const seen = new Set<string>()
  fc.assert(
    fc.property(runs, orders, (all, places) => {
      const shards = Array.from({ length: shardCount }, (_, index) => shardOf(all, index))
      const merged = mergeReports(places.flatMap((place) => shards[place] ?? []))
      expect(told(merged)).toEqual(told(wholeOf(all)))
      expect(merged).toEqual(mergeReports(shards))
      for (const { verdict } of merged.clauses) seen.add(verdict)
      seen.add(merged.outcome)
    }),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual(
    [
      ...['conformant', 'error', 'fail', 'incomplete', 'inconclusive'],
      ...['non-conformant', 'not-applicable', 'not-run', 'pass'],
    ].sort(),
  )
})

/** Returns a merged clause that all shards watched. */
function mergedOf(id: string, ...reports: readonly Report[]) {
  return ofShards(...reports).clauses.find((one) => one.id === id)
}

function ofShards(...reports: readonly Report[]): Report {
  return mergeReports(
    reports.map((report, index) => ({
      ...report,
      run: {
        ...report.run,
        options: { ...report.run.options, shard: `${index + 1}/${reports.length}` },
      },
    })),
  )
}

function withShard<T extends RunEvent>(event: T, index: number, count = 2): T {
  if (event.type !== 'run-started') return event
  return { ...event, options: { ...event.options, shard: `${index + 1}/${count}` } }
}

function shard(index: number, reason: string | null): Report {
  const mine = (id: string) => ids.indexOf(id) % 2 === index
  const events = sampleEvents()
    .filter((event) => event.type !== 'clause-judged' || mine(event.clause))
    .map((event) => withShard(event, index))
  const others = ids.filter((id) => !mine(id) && reason !== null)
  return toReport([...events, ...others.map((id) => judged(id, 'out-of-scope', reason ?? '', 0, false))])
}

function change(id: string, more: Partial<(typeof whole.clauses)[number]>): Report {
  return { ...whole, clauses: whole.clauses.map((one) => (one.id === id ? { ...one, ...more } : one)) }
}
