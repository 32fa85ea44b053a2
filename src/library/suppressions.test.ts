// Tests which suppressions are stale, and which ones the review only mentions.
import { expect, test } from 'vitest'
import { sampleEvents } from '../../test/report/sample.ts'
import { type Report, toReport } from '../report/index.ts'
import { reviewSuppressions } from './suppressions.ts'

const day = '2026-11-23'
const report = toReport(sampleEvents())
const strict: Report = { ...report, run: { ...report.run, strict: true } }
const passes = 'event-streams.create.name-length'
const fails = 'event-streams.update.enabled-to-disabled'
const notRun = 'phone-templates.update.scope'

const gaps = (...all: { clause: string; expires?: string }[]) => ({
  name: 'acme',
  gaps: all.map((one) => ({ reason: 'not here', ...one })),
})
const waivers = (...all: { clause: string; expires?: string }[]) => ({
  name: 'acme',
  waivers: all.map((one) => ({ reason: 'known', ...one })),
})

test('mentions a gap whose clause has a verdict; with --strict the gap is stale', () => {
  const profile = gaps({ clause: passes }, { clause: fails }, { clause: notRun })
  const told = [
    `The gap ${passes} is no longer needed, because the clause got a verdict (pass): remove it from the profile.`,
    `The gap ${fails} is no longer needed, because the clause got a verdict (fail): remove it from the profile.`,
  ]
  expect(reviewSuppressions(report, profile, [], day)).toEqual({ stale: [], told })
  expect(reviewSuppressions(strict, profile, [], day)).toEqual({ stale: told, told: [] })
})

test('mentions a needless suppression of a shipped profile, which is never stale', () => {
  const profile = {
    ...waivers({ clause: passes }, { clause: fails, expires: '2026-11-22' }),
    ...gaps({ clause: passes }),
  }
  const { stale, told } = reviewSuppressions(strict, profile, [], day, true)
  expect(stale).toEqual([])
  expect(told).toEqual([
    `The waiver of ${passes} is not needed, because the clause passes: this tenant is stricter than the shipped profile says.`,
    `The waiver of ${fails} expired on 2026-11-22: update tenant-conformance.`,
    `The gap ${passes} is no longer needed, because the clause got a verdict (pass): this tenant is stricter than the shipped profile says.`,
  ])
  // A baseline belongs to the user, so the rule for shipped profiles does not apply to a baseline.
  expect(reviewSuppressions(report, profile, [passes], day, true).stale).toHaveLength(1)
})

test('a gap for several clauses is needed while one of them is open', () => {
  expect(reviewSuppressions(report, gaps({ clause: 'phone-templates.*' }), [], day).told).toEqual([])
  expect(reviewSuppressions(report, gaps({ clause: 'event-streams.*' }), [], day).told).toEqual([
    'The gap event-streams.* is no longer needed, because all of its 3 clauses got a verdict: remove it from the profile.',
  ])
})

test.each([
  ['2026-11-22', /^The gap \S+ expired on 2026-11-22 and no longer excuses a clause: renew or remove it\.$/],
  ['2026-11-23', /^The gap \S+ ends today: renew it/],
  ['2026-11-24', /^The gap \S+ ends in 1 day, on 2026-11-24: renew it/],
  ['2026-12-23', /^The gap \S+ ends in 30 days, on 2026-12-23/],
])('mentions a gap until %s', (expires, says) => {
  const { told, stale } = reviewSuppressions(report, gaps({ clause: notRun, expires }), [], day)
  expect(stale).toEqual([])
  expect(told).toEqual([expect.stringMatching(says)])
})

test('does not mention a gap with a late end, or one that was not selected', () => {
  expect(reviewSuppressions(report, gaps({ clause: notRun, expires: '2026-12-24' }), [], day).told).toEqual(
    [],
  )
  const clauses = report.clauses.map((clause) =>
    clause.id === passes ? { ...clause, verdict: 'out-of-scope' as const } : clause,
  )
  const partly = { ...report, clauses }
  for (const clause of [passes, 'event-streams.*'])
    expect(reviewSuppressions(partly, gaps({ clause }), [], day).told).toEqual([])
  expect(
    reviewSuppressions(partly, waivers({ clause: 'event-streams.create.*' }), [passes], day).stale,
  ).toEqual([])
})

test('a quick run makes only expired waivers stale, and no known failure', () => {
  const quick: Report = {
    ...report,
    run: { ...report.run, options: { ...report.run.options, depth: 'quick' } },
  }
  expect(reviewSuppressions(report, waivers({ clause: passes }), [passes], day).stale).toHaveLength(2)
  expect(reviewSuppressions(quick, waivers({ clause: passes }), [passes], day).stale).toEqual([])
  const expired = waivers({ clause: passes, expires: '2026-11-22' })
  expect(reviewSuppressions(quick, expired, [], day).stale).toEqual([expect.stringContaining('expired on')])
})

test('an expired or needless waiver is stale; one that ends soon is mentioned', () => {
  const profile = waivers(
    { clause: passes },
    { clause: fails, expires: '2026-11-22' },
    { clause: fails, expires: day },
  )
  const { stale, told } = reviewSuppressions(report, profile, [passes], day)
  expect(stale).toEqual([
    expect.stringContaining(`The waiver of ${passes} is stale`),
    expect.stringContaining(`The waiver of ${fails} expired on 2026-11-22`),
    expect.stringContaining(`The baseline is stale, because ${passes} passes`),
  ])
  expect(told).toEqual([expect.stringContaining(`The waiver of ${fails} ends today`)])
})
