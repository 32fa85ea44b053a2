// The outcome in words: over what it is, what gaps leave of it, and why it is incomplete.
import { expect, test } from 'vitest'
import { type Level, unsupportedReason, type Verdict } from '../../base/verdict.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { scopeInWords, whyInWords } from './outcome.ts'

const clause = (id: string, verdict: Verdict, more: Partial<ReportClause> = {}): ReportClause => ({
  id,
  level: 'MUST' as Level,
  part: '4',
  operation: id.split('.').slice(0, -1).join('.'),
  statement: '',
  verdict,
  reason: '',
  evidence: 0,
  failures: [],
  ...more,
})
const gapOf = (glob: string) => ({ gap: { clause: glob, reason: 'not here' } })

test.each<[string, readonly ReportClause[]]>([
  ['2 clauses', [clause('a.b', 'pass'), clause('a.c', 'not-applicable')]],
  [
    '1 of 2 clauses (1 not applicable: b)',
    [clause('a.b', 'pass'), clause('b.c', 'not-applicable', { reason: `${unsupportedReason}: x` })],
  ],
  [
    '1 of 3 clauses (2 not asked for: --skip a.*, --skip b.*)',
    [
      clause('a.b', 'out-of-scope', { reason: 'not asked for: --skip a.*' }),
      clause('b.b', 'out-of-scope', { reason: 'not asked for: --skip b.*' }),
      clause('c.b', 'pass'),
    ],
  ],
  [
    '3 of 4 clauses (1 gap)',
    [...['a.b', 'a.c', 'a.d'].map((id) => clause(id, 'pass')), clause('a.e', 'not-run', gapOf('a.e'))],
  ],
  // A failure under a gap is no gap.
  ['2 clauses', [clause('a.b', 'fail', gapOf('a.b')), clause('a.c', 'pass')]],
  [
    '3 of 4 clauses (1 gap; the gap b.* covers all of b)',
    [...['a.b', 'a.c', 'a.d'].map((id) => clause(id, 'pass')), clause('b.e', 'inconclusive', gapOf('b.*'))],
  ],
  [
    '1 of 3 clauses (2 gaps; gaps cover 2 of 3 MUSTs)',
    [clause('a.b', 'pass'), ...['a.c', 'a.d'].map((id) => clause(id, 'not-run', gapOf(id)))],
  ],
])('%s', (words, clauses) => {
  expect(scopeInWords({ clauses })).toBe(words)
})

const incomplete = (clauses: readonly ReportClause[], strict = false) =>
  whyInWords({
    outcome: 'incomplete',
    clauses,
    run: { strict },
    resources: { leaked: [] },
  } as unknown as Report)

test.each<[RegExp, readonly ReportClause[]]>([
  [
    /^1 of 2 MUSTs has no answer: supply what .* --write-gaps FILE/,
    [clause('a.b', 'pass'), clause('a.c', 'not-run')],
  ],
  [/^No MUST has an answer/, [clause('a.b', 'inconclusive')]],
  [
    /^No MUST of an operation is left to check: the profile says/,
    [clause('a.b', 'not-applicable'), clause('any.b', 'pass')],
  ],
  [/^The checker itself failed/, [clause('a.b', 'error'), clause('a.c', 'not-run')]],
  [/^Nothing that counts was observed/, [clause('a.b', 'not-run', gapOf('a.b'))]],
])('%s', (says, clauses) => {
  expect(incomplete(clauses)).toMatch(says)
})

test('with --strict a SHOULD counts, and no other outcome needs a reason', () => {
  const clauses = [clause('a.b', 'pass'), clause('a.c', 'not-run', { level: 'SHOULD' })]
  expect(incomplete(clauses, true)).toContain('--strict counts it')
  const conformant = (leaked: readonly object[], exit = 0) =>
    whyInWords({ outcome: 'conformant', clauses, run: { exit }, resources: { leaked } } as unknown as Report)
  expect(conformant([])).toBe(null)
  expect(conformant([{ excused: { reason: 'nothing removes them' } }])).toBe(null)
  expect(conformant([{}])).toMatch(/^1 resource could not be removed/)
  expect(conformant([], 4)).toBe('A waiver, a gap or the baseline is stale: see the notes.')
})
