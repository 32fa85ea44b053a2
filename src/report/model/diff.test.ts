// Tests the difference of two reports. Each changed clause must be in exactly one list.
import { expect, test } from 'vitest'
import { clause, exchange, failure, hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Verdict } from '../../base/verdict.ts'
import { causesOf } from '../causes/causes.ts'
import { terminalDiff } from '../diff/index.ts'
import { baselineOf } from './baseline.ts'
import { diffReports, regressed } from './diff.ts'
import type { Report } from './report.ts'
import type { Result } from './result.ts'
import { toReport } from './to-report.ts'

const before = report({ a: 'pass', b: 'fail', c: 'fail', d: 'pass', e: 'pass', gone: 'pass' }, [
  'field',
  null,
])
const after = report({ a: 'fail', b: 'pass', c: 'inconclusive', d: 'pass', e: 'not-run', new: 'fail' }, [
  'field',
  'status',
])

test('lists newly failing, fixed, changed, gone and new clauses, and changed open points', () => {
  const diff = diffReports(before, after)
  const ids = (changes: readonly { id: string }[]) => changes.map(({ id }) => id)
  expect(ids(diff.newlyFailing)).toEqual(['x.y.a'])
  expect(ids(diff.fixed)).toEqual(['x.y.b'])
  expect(ids(diff.changed)).toEqual(['x.y.c'])
  expect(ids(diff.noLongerObserved)).toEqual(['x.y.e'])
  expect(ids(diff.gone)).toEqual(['x.y.gone'])
  expect(ids(diff.new)).toEqual(['x.y.new'])
  expect(diff.openPoints).toMatchObject([
    { id: 'field', before: { source: 'unknown' }, after: { answer: 'status' } },
  ])
  expect(diff.outcome).toEqual({ before: 'non-conformant', after: 'non-conformant' })
  expect(regressed(diff)).toBe(true)
  expect(terminalDiff(diff, { color: false })).toMatchSnapshot()
})

test('a failure that loses its waiver is newly failing; a failure that gets one is newly excused, not fixed', () => {
  const waived = toReport(sampleEvents())
  const open = { ...waived, clauses: waived.clauses.map(({ waived: _, ...rest }) => rest) }
  expect(diffReports(waived, open).newlyFailing).toMatchObject([{ before: 'waived', after: 'fail' }])
  const diff = diffReports(open, waived)
  expect(diff).toMatchObject({
    fixed: [],
    newlyExcused: [{ before: 'fail', after: 'waived', excuse: { reason: 'known since 2025' } }],
  })
  expect(regressed(diff)).toBe(false)
  expect(terminalDiff(diff, { color: false })).toContain('known since 2025 (until 2027-05-31)')
})

const kinds = [
  ...['newlyFailing', 'noLongerObserved', 'newlyExcused', 'fixed', 'newlyObserved', 'changed'],
  ...['gone', 'new'],
] as const

test.each([
  ['pass', 'fail', 'newlyFailing', true],
  ['out-of-scope', 'fail', 'newlyFailing', true],
  ['waived', 'fail', 'newlyFailing', true],
  ['pass', 'deviation', 'newlyFailing', true],
  ['inconclusive', 'deviation', 'newlyFailing', true],
  ['pass', 'inconclusive', 'noLongerObserved', true],
  ['pass', 'not-run', 'noLongerObserved', true],
  ['pass', 'error', 'noLongerObserved', true],
  ['pass', 'gap', 'newlyExcused', false],
  ['not-run', 'gap', 'newlyExcused', false],
  ['fail', 'waived', 'newlyExcused', false],
  ['gap', 'waived', 'changed', false],
  ['fail', 'pass', 'fixed', false],
  ['deviation', 'pass', 'fixed', false],
  ['waived', 'pass', 'fixed', false],
  ['inconclusive', 'pass', 'newlyObserved', false],
  ['not-run', 'pass', 'newlyObserved', false],
  ['error', 'pass', 'newlyObserved', false],
  ['gap', 'pass', 'newlyObserved', false],
  // A clause that is outside of the scope never counts as failing.
  ['pass', 'out-of-scope', 'changed', false],
  ['out-of-scope', 'pass', 'changed', false],
  ['pass', 'not-applicable', 'changed', false],
  ['fail', 'inconclusive', 'changed', false],
  ['inconclusive', 'not-run', 'changed', false],
  [null, 'fail', 'new', true],
  [null, 'deviation', 'new', true],
  [null, 'inconclusive', 'new', false],
  ['pass', null, 'gone', false],
] as const)('a change from %s to %s is %s, and worse: %s', (was, is, kind, worse) => {
  const diff = diffReports(withResult(was), withResult(is))
  const told = kinds.filter((one) => diff[one].length > 0)
  expect(told).toEqual([kind])
  expect(diff[kind]).toMatchObject([{ before: was, after: is }])
  expect(regressed(diff)).toBe(worse)
  expect(terminalDiff(diff, { color: false }).includes('\nWorse ')).toBe(worse)
  // A clause of the profile does not affect the outcome.
  const ofProfile = (of: Report): Report => ({
    ...of,
    clauses: of.clauses.map((own) => ({ ...own, part: 'profile' })),
  })
  expect(regressed(diffReports(ofProfile(withResult(was)), ofProfile(withResult(is))))).toBe(false)
})

test('observed values may change their order, declared values may not', () => {
  const answers = (answer: readonly string[], source: 'observed' | 'declared'): Report => {
    const one = toReport(sampleEvents())
    return { ...one, openPoints: [{ id: 'a', part: '3', question: 'Which?', answer, source }] }
  }
  const changes = (source: 'observed' | 'declared') =>
    diffReports(answers(['x', 'y'], source), answers(['y', 'x'], source)).openPoints
  expect(changes('observed')).toEqual([])
  expect(changes('declared')).toHaveLength(1)
})

test('counts clauses that only one run selected, without listing them', () => {
  const text = terminalDiff(diffReports(withResult('pass'), withResult('out-of-scope')), { color: false })
  expect(text).toContain(
    'The runs had different conditions (1)\n  clauses selected in only one of the two runs: 1\n',
  )
  expect(text).not.toContain('x.y.z')
})

test('a SHOULD that is no longer observed is not worse', () => {
  const should = (verdict: Verdict): Report => {
    const one = withResult(verdict)
    return { ...one, clauses: one.clauses.map((own) => ({ ...own, level: 'SHOULD' as const })) }
  }
  const diff = diffReports(should('pass'), should('inconclusive'))
  expect(diff.noLongerObserved).toHaveLength(1)
  expect(regressed(diff)).toBe(false)
})

test('compares the medians of an operation if both have enough responses', () => {
  const told = (then: readonly [number, number], now: readonly [number, number]) => {
    const diff = diffReports(timed(...then), timed(...now))
    expect(regressed(diff)).toBe(false)
    return diff.latency
  }
  expect(told([30, 10], [40, 25])).toMatchObject([
    {
      operation: 'a.create',
      before: { answers: 30 },
      after: { answers: 40 },
      factor: expect.closeTo(2.5, 0),
    },
  ])
  expect(told([30, 30], [30, 10])).toMatchObject([{ factor: expect.closeTo(0.33, 1) }])
  expect(told([29, 10], [400, 900])).toEqual([])
  expect(told([400, 10], [29, 900])).toEqual([])
  expect(told([40, 10], [40, 17])).toEqual([])
  const slower = diffReports(timed(30, 10), timed(40, 250))
  expect(terminalDiff(slower, { color: false })).toMatch(
    /Latency \(1\)\n {2}a\.create {2}[\d.]+ ms → \d+ ms, 2\d times as long \(medians of 30 and 40 responses\)/,
  )
})

test('a baseline contains latency and conditions of its report', () => {
  const [then, now] = [timed(30, 10), timed(40, 250)]
  const other = {
    ...now,
    run: { ...now.run, options: { ...now.run.options, only: ['x', 'y'], writes: 'none' } },
  }
  const direct = diffReports(then, other)
  expect(diffReports(baselineOf('before.json', then), other)).toEqual(direct)
  expect(direct.latency).toHaveLength(1)
  expect(direct.conditions).toEqual(['--writes: destructive → none', '--only: none → x, y'])
  // Baselines of older versions contain no options.
  const { options: _, ...run } = baselineOf('before.json', then).run
  expect(diffReports({ ...baselineOf('before.json', then), run }, other).conditions).toEqual([])
})

test('runs with equal verdicts are equal, also with another seed, time or target', () => {
  const one = toReport(sampleEvents())
  const other = {
    ...one,
    target: { ...one.target, baseUrl: 'https://other.example', embedded: false },
    run: { ...one.run, seed: 7, durationMs: 1, startedAt: '2027-01-01T00:00:00.000Z' },
    clauses: one.clauses.map((same) => ({ ...same, reason: 'other words', evidence: 99, failures: [] })),
  }
  const diff = diffReports(one, other)
  expect(regressed(diff)).toBe(false)
  expect(terminalDiff({ ...diff, conditions: [] }, { color: false })).toBe(
    'No clause and no open point changed.\nOutcome   non-conformant, as before\n',
  )
  expect(diff.conditions).toEqual(['target: the embedded reference tenant → https://other.example'])
})

test('grouping of failures is not a change and hides none', () => {
  const grouped: Report = {
    ...before,
    clauses: before.clauses.map((one) => ({
      ...one,
      failures: one.verdict === 'fail' ? [{ ...failure(), kind: 'as-sent', pointers: ['/status'] }] : [],
    })),
  }
  expect(causesOf(grouped.clauses).groups).toHaveLength(1)
  const alone: Report = {
    ...grouped,
    clauses: grouped.clauses.map((one) => ({
      ...one,
      failures: one.failures.map(({ kind: _, pointers: __, ...rest }) => rest),
    })),
  }
  expect(causesOf(alone.clauses).groups).toHaveLength(2)
  expect(diffReports(alone, grouped)).toEqual(diffReports(grouped, grouped))
  const fixed = (of: Report) => diffReports(of, after).fixed.map(({ id }) => id)
  expect(fixed(grouped)).toEqual(fixed(alone))
  expect(regressed(diffReports(grouped, after))).toBe(true)
  expect(diffReports(baselineOf('before.json', grouped), after)).toEqual(
    diffReports(baselineOf('before.json', alone), after),
  )
})

test('hostile text contains no terminal sequences', () => {
  const hostile = toReport(sampleEvents(hostileText))
  const empty = { ...hostile, clauses: [], openPoints: [] }
  for (const diff of [diffReports(hostile, empty), diffReports(empty, hostile)])
    expect(/[^\P{C}\n]/u.test(terminalDiff(diff, { color: false }))).toBe(false)
})

function report(verdicts: Readonly<Record<string, Verdict>>, [id, answer]: readonly [string, string | null]) {
  const ids = Object.keys(verdicts).map((name) => `x.y.${name}`)
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type === 'run-started') return [{ ...event, clauses: ids.map((one) => clause(one)) }]
    return event.type === 'clause-judged' || event.type === 'open-points' ? [] : [event]
  })
  const judged = Object.entries(verdicts).map(([name, verdict]) => ({
    type: 'clause-judged' as const,
    clause: `x.y.${name}`,
    verdict,
    reason: `why ${name}`,
    evidence: 1,
    failures: [],
  }))
  const source = answer === null ? ('unknown' as const) : ('observed' as const)
  const answers = [{ id, part: '3', question: 'Which?', answer, source }]
  return toReport([...events, ...judged, { type: 'open-points', answers }])
}

function withResult(result: Result | null): Report {
  const one = toReport(sampleEvents())
  const excuse = { clause: '*', reason: 'known' }
  const verdict: Verdict =
    result === 'deviation' || result === 'waived'
      ? 'fail'
      : result === 'gap'
        ? 'inconclusive'
        : (result ?? 'pass')
  const told = {
    ...clause('x.y.z', result === 'deviation' ? 'SHOULD' : 'MUST'),
    ...{ verdict, reason: 'why', evidence: 1, failures: [] },
    ...(result === 'waived' ? { waived: excuse } : {}),
    ...(result === 'gap' ? { gap: excuse } : {}),
  }
  return { ...one, clauses: result === null ? [] : [told] }
}

function timed(answers: number, durationMs: number): Report {
  const told = Array.from({ length: answers }, (_, id): RunEvent => {
    const one = exchange(id, '{}', '{}')
    return { type: 'exchange', exchange: { ...one, operation: 'a.create', durationMs } }
  })
  return toReport([...sampleEvents(), ...told])
}
