// Tests the description of the outcome, with gaps and reasons.
import { expect, test } from 'vitest'
import { type Level, unobservedReason, unsupportedReason, type Verdict } from '../../base/verdict.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { clausesInWords, scopeInWords, whyInWords } from './outcome.ts'

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
const waived = { waived: { clause: 'a.c', reason: 'known' } }
const gapOf = (glob: string) => ({ gap: { clause: glob, reason: 'not here' } })

test.each<[string, readonly ReportClause[]]>([
  ['2 clauses', [clause('a.b', 'pass'), clause('a.c', 'not-applicable')]],
  [
    '1 of 2 clauses (1 not applicable: b)',
    [clause('a.b', 'pass'), clause('b.c', 'not-applicable', { reason: `${unsupportedReason}: x` })],
  ],
  [
    '1 of 3 clauses (--skip a.*, --skip b.*)',
    [
      clause('a.b', 'out-of-scope', { reason: 'not selected: --skip a.*' }),
      clause('b.b', 'out-of-scope', { reason: 'not selected: --skip b.*' }),
      clause('c.b', 'pass'),
    ],
  ],
  // The second exclusion is a consequence of the option, so the text does not mention it separately.
  [
    '1 of 3 clauses (--depth quick)',
    [
      clause('a.b', 'out-of-scope', { reason: 'not selected: --depth quick' }),
      clause('a.c', 'out-of-scope', {
        reason: unobservedReason({
          verdict: 'inconclusive',
          reason: 'no response of this run shows whether the tenant satisfies this clause',
        }),
      }),
      clause('c.b', 'pass'),
    ],
  ],
  [
    `1 of 2 clauses (--only ${'a.b.c,'.repeat(12)}a… (50 more))`,
    [
      clause('a.b', 'out-of-scope', { reason: `not selected: --only ${'a.b.c,'.repeat(20)}a.b` }),
      clause('c.b', 'pass'),
    ],
  ],
  [
    '1 of 2 clauses (1 not selected)',
    [clause('a.b', 'out-of-scope', { reason: 'no clause of a was selected' }), clause('c.b', 'pass')],
  ],
  [
    '3 of 4 clauses (1 gap)',
    [...['a.b', 'a.c', 'a.d'].map((id) => clause(id, 'pass')), clause('a.e', 'not-run', gapOf('a.e'))],
  ],
  ['2 clauses (1 failure waived)', [clause('a.b', 'pass'), clause('a.c', 'fail', waived)]],
  [
    '2 of 3 clauses (1 gap; 1 failure waived)',
    [clause('a.b', 'pass'), clause('a.c', 'fail', waived), clause('a.e', 'not-run', gapOf('a.e'))],
  ],
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

test('counts clauses of the profile separately from those of the specification', () => {
  const own = clause('a.b', 'pass')
  expect(clausesInWords([own])).toBe('1 clause')
  expect(clausesInWords([own, clause('profile.a.b', 'pass', { part: 'profile' })])).toBe(
    '2 clauses (1 of the specification, 1 of the profile)',
  )
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
    /^1 of 2 MUSTs has no answer: supply the prerequisites .* --write-gaps FILE/,
    [clause('a.b', 'pass'), clause('a.c', 'not-run')],
  ],
  [/^No MUST has an answer: see the reasons\.$/, [clause('a.b', 'inconclusive', { reason: '' })]],
  [
    /^No MUST has an answer\. The reason for 1 of 1 clause: the tenant is away\.$/,
    [clause('a.b', 'inconclusive', { reason: 'the tenant is away.' })],
  ],
  [
    /^No MUST has an answer\. The reason for 2 of 3 clauses: the tenant is away\.$/,
    [
      clause('a.b', 'inconclusive', { reason: 'no stream' }),
      ...['a.c', 'a.d'].map((id) => clause(id, 'inconclusive', { reason: 'the tenant is away' })),
    ],
  ],
  [
    /^Nothing could be checked: the tenant is away\.$/,
    ['a.c', 'a.d'].map((id) => clause(id, 'inconclusive', { reason: 'the tenant is away' })),
  ],
  [
    /^No MUST can be checked: the profile declares every operation/,
    [clause('a.b', 'not-applicable'), clause('any.b', 'pass')],
  ],
  [/^A check stopped with an internal error/, [clause('a.b', 'error'), clause('a.c', 'not-run')]],
  [/^No clause that decides the outcome passed or failed/, [clause('a.b', 'not-run', gapOf('a.b'))]],
  [
    /^The run selects no MUST, so each SHOULD counts, and a SHOULD has no answer/,
    [clause('a.b', 'pass', { level: 'SHOULD' }), clause('a.c', 'not-run', { level: 'SHOULD' })],
  ],
])('%s', (says, clauses) => {
  expect(incomplete(clauses)).toMatch(says)
})

test('with --strict a SHOULD counts, and no other outcome has a reason', () => {
  const clauses = [clause('a.b', 'pass'), clause('a.c', 'not-run', { level: 'SHOULD' })]
  expect(incomplete(clauses, true)).toContain('--strict counts this SHOULD')
  const conformant = (leaked: readonly object[], exit = 0) =>
    whyInWords({ outcome: 'conformant', clauses, run: { exit }, resources: { leaked } } as unknown as Report)
  expect(conformant([])).toBe(null)
  expect(conformant([{ excused: { reason: 'nothing removes them' } }])).toBe(null)
  expect(conformant([{}])).toMatch(/^1 resource could not be removed/)
  expect(conformant([], 4)).toBe('A waiver, a gap or the baseline is stale: see the notes.')
})
