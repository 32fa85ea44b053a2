// Tests that only passed clauses are "ok" without a directive.
import { Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import { rendered } from '../../../test/report/rendered.ts'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { RunEvent } from '../../base/event.ts'
import { toReport } from '../model/to-report.ts'
import { tapFormat } from './index.ts'
import { tapText } from './tap.ts'

const tap = (events: readonly RunEvent[]): readonly string[] => tapText(toReport(events)).split('\n')
const points = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(?:not )?ok /.test(line))

/** Returns the lines that are "not ok" and have no directive. */
const bad = (lines: readonly string[]): readonly string[] =>
  points(lines).filter((line) => line.startsWith('not ok') && !/ # (?:TODO|SKIP)\b/i.test(line))

const withVerdicts = (
  ...verdicts: readonly Extract<RunEvent, { type: 'clause-judged' }>['verdict'][]
): RunEvent[] => {
  const [started] = sampleEvents()
  if (started?.type !== 'run-started') throw new Error('the sample begins otherwise')
  return [
    { ...started, clauses: started.clauses.slice(0, verdicts.length) },
    ...verdicts.map(
      (verdict, index): RunEvent => ({
        type: 'clause-judged',
        clause: started.clauses[index]?.id ?? '',
        verdict,
        reason: 'so it is',
        evidence: verdict === 'pass' ? 1 : 0,
        failures: [],
      }),
    ),
    {
      type: 'run-finished',
      durationMs: 1,
      traffic: { requests: 1, writes: 0, rateLimited: 0, waitedMs: 0, byStatus: {} },
      interrupted: false,
    },
  ]
}

test('writes a point for each clause', () => {
  const lines = tap(sampleEvents())
  expect(lines.slice(0, 2)).toEqual(['TAP version 14', '1..10'])
  expect(points(lines)).toEqual([
    'not ok 1 - custom-signing-keys.get.x5t (MUST)',
    'ok 2 - event-streams.create.name-length (MUST)',
    'not ok 3 - event-streams.create.no-5xx (SHOULD) # TODO a deviation',
    'not ok 4 - event-streams.update.enabled-to-disabled (MUST)',
    'not ok 5 - phone-templates.update.round-trip (MUST) # TODO waived: known since 2025 (until 2027-05-31)',
    'not ok 6 - phone-templates.update.scope (MUST)',
    'not ok 7 - rate-limit-policies.delete.gone (MUST)',
    'ok 8 - rate-limit-policies.delete.headers (MUST) # SKIP not-applicable: the profile declares no rate limit',
    'not ok 9 - rate-limit-policies.delete.independent (MUST)',
    'ok 10 - rate-limit-policies.delete.non-global (MUST) # SKIP a gap: every client is global here',
  ])
  expect(lines).toContain('# outcome: non-conformant')
  expect(lines).toContain('# left behind: event-stream est_1')
  const block = lines.slice(lines.indexOf(points(lines)[3] ?? '') + 1)
  expect(block.slice(0, block.indexOf('  ...') + 1)).toEqual([
    '  ---',
    '  verdict: "fail"',
    '  message: "the stream stayed enabled"',
    '  statement: "What event-streams.update.enabled-to-disabled states."',
    '  part: "4.5"',
    '  expected: "status \\"disabled\\" in the response"',
    '  received: "200 {\\"status\\":\\"enabled\\"}"',
    '  failures: "1 failure"',
    '  ...',
  ])
})

test('a failed SHOULD counts in a strict run', () => {
  expect(bad(tap(sampleEvents('', { strict: true })))).toContain(
    'not ok 3 - event-streams.create.no-5xx (SHOULD)',
  )
})

test.each([
  [['pass', 'pass', 'not-run'], 0],
  [['pass', 'not-run', 'pass'], 1],
  [['pass', 'inconclusive', 'inconclusive'], 1],
  [['pass', 'out-of-scope', 'pass'], 0],
  [['out-of-scope', 'out-of-scope', 'inconclusive'], 1],
  [['out-of-scope', 'out-of-scope', 'pass'], 0],
  [['pass', 'pass', 'error'], 1],
] as const)('the harness counts failures in %j: %d', (verdicts, count) => {
  const lines = tap(withVerdicts(...verdicts))
  expect(bad(lines)).toHaveLength(count)
  expect(lines.some((line) => line.startsWith('Bail out!'))).toBe(false)
})

test('an interrupted run is no success, nor is a run that observed no counted clause', () => {
  expect(tap(withVerdicts('not-applicable', 'not-applicable', 'pass'))).toContainEqual(
    expect.stringMatching(/^Bail out! No MUST can be checked: |^Bail out! Nothing that counts/),
  )
  expect(tap(withVerdicts('pass').slice(0, -1))).toContain('Bail out! The run was interrupted.')
})

test("a tenant's text is never read as TAP", () => {
  const own = tap(sampleEvents())
  const lines = tap(sampleEvents(`${hostileText}\nok 11 - all is well\nBail out! # TODO`))
  expect(points(lines).map((line) => line.replace(/ # .*/, ''))).toEqual(
    points(own).map((line) => line.replace(/ # .*/, '')),
  )
  expect(bad(lines)).toEqual(bad(own))
  expect(lines.filter((line) => line.startsWith('Bail out'))).toEqual([])
  expect(lines.join('\n')).not.toMatch(/[^\P{C}\n]/u)
})

test.each(['', hostileText])(
  'a harness reads the same text from the file and reports every unexpected "not ok" %#',
  (hostile) => {
    const events = sampleEvents(hostile)
    const text = rendered(tapFormat, events)
    expect(text).toBe(tapText(toReport(events)))
    const parser = new Parser({ strict: true })
    parser.end(text)
    const { results } = parser
    // The parser found no error outside of a test point.
    expect(results?.failures.filter((failure) => 'tapError' in failure && failure.tapError)).toEqual([])
    expect(results).toMatchObject({ ok: false, count: 10, bailout: false, todo: 2, skip: 2 })
    expect(results?.failures).toHaveLength(bad(tap(events)).length)
  },
)
