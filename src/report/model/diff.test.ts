// The difference of two reports: each change in its place, and equal runs equal whatever else varied.
import { expect, test } from 'vitest'
import { clause, hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import type { Verdict } from '../../base/verdict.ts'
import { terminalDiff } from '../diff/index.ts'
import { diffReports, regressed } from './diff.ts'
import { toReport } from './to-report.ts'

const before = report({ a: 'pass', b: 'fail', c: 'fail', d: 'pass', e: 'pass', gone: 'pass' }, [
  'field',
  null,
])
const after = report({ a: 'fail', b: 'pass', c: 'inconclusive', d: 'pass', e: 'not-run', new: 'fail' }, [
  'field',
  'status',
])

test('tells newly failing, fixed, changed, gone, new and changed open points', () => {
  const diff = diffReports(before, after)
  const ids = (changes: readonly { id: string }[]) => changes.map(({ id }) => id)
  expect(ids(diff.newlyFailing)).toEqual(['x.y.a'])
  expect(ids(diff.fixed)).toEqual(['x.y.b'])
  expect(ids(diff.changed)).toEqual(['x.y.c', 'x.y.e'])
  expect(ids(diff.gone)).toEqual(['x.y.gone'])
  expect(ids(diff.new)).toEqual(['x.y.new'])
  expect(diff.openPoints).toMatchObject([
    { id: 'field', before: { source: 'unknown' }, after: { answer: 'status' } },
  ])
  expect(diff.outcome).toEqual({ before: 'non-conformant', after: 'non-conformant' })
  expect(regressed(diff)).toBe(true)
  expect(terminalDiff(diff, { color: false })).toMatchSnapshot()
})

test('a failure that loses its waiver is newly failing; one that gains it is changed, not fixed', () => {
  const waived = toReport(sampleEvents())
  const open = { ...waived, clauses: waived.clauses.map(({ waived: _, ...rest }) => rest) }
  expect(diffReports(waived, open).newlyFailing).toMatchObject([{ before: 'waived', after: 'fail' }])
  expect(diffReports(open, waived)).toMatchObject({
    fixed: [],
    changed: [{ before: 'fail', after: 'waived' }],
  })
})

test('runs of equal verdicts are equal although seed, times and target differ', () => {
  const one = toReport(sampleEvents())
  const other = {
    ...one,
    target: { ...one.target, baseUrl: 'https://other.example' },
    run: { ...one.run, seed: 7, durationMs: 1, startedAt: '2027-01-01T00:00:00.000Z' },
    clauses: one.clauses.map((same) => ({ ...same, reason: 'other words', evidence: 99, failures: [] })),
  }
  const diff = diffReports(one, other)
  expect(regressed(diff)).toBe(false)
  expect(terminalDiff({ ...diff, conditions: [] }, { color: false })).toBe(
    'No clause and no open point changed.\nOutcome   non-conformant, as before\n',
  )
  expect(diff.conditions).toEqual([`target: ${one.target.baseUrl} → https://other.example`])
})

test('hostile text does not act on the terminal', () => {
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
