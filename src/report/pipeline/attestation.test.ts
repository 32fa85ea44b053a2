// Tests that the attestation of a run is PASSED only if every clause passed.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import type { Verdict } from '../../base/verdict.ts'
import type { Report } from '../model/report.ts'
import { summaryOf } from '../model/tally.ts'
import { toReport } from '../model/to-report.ts'
import { attestationOf } from './attestation.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/meta/attestation.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ strict: true, strictRequired: false })
addFormats.default(ajv)
const valid = ajv.compile(schema)

const hex = 'a'.repeat(64)
const options = {
  subjects: [{ name: 'image', digest: { sha256: hex } }],
  reports: [{ name: 'report.json', digest: { sha256: hex }, mediaType: 'application/json' }],
  url: 'https://ci.example/jobs/1',
}
const sample = toReport(sampleEvents())

const excuse = { clause: '*', reason: 'known' }

function reportOf(
  results: readonly (readonly [verdict: Verdict, level: 'MUST' | 'SHOULD', excused?: 'waived' | 'gap'])[],
  { exit = 0, strict = false } = {},
): Report {
  const [base] = sample.clauses
  if (base === undefined) throw new Error('the sample has clauses')
  const clauses = results.map(([verdict, level, excused]) => {
    const { waived: _, gap: __, ...rest } = base
    const id = [level, verdict, ...(excused === undefined ? [] : [excused])].join(' ')
    return { ...rest, id, verdict, level, ...(excused === undefined ? {} : { [excused]: excuse }) }
  })
  return { ...sample, clauses, summary: summaryOf(clauses), run: { ...sample.run, exit, strict } }
}

const predicateOf = (report: Report) => attestationOf(report, options).predicate

test.each(['', hostileText])('is a valid in-toto statement %#', (hostile) => {
  const report = { ...toReport(sampleEvents(hostile)) }
  const statement = JSON.parse(JSON.stringify(attestationOf(report, options)))
  expect(valid(statement), JSON.stringify(valid.errors)).toBe(true)
  expect(statement).toMatchObject({
    subject: options.subjects,
    predicate: { url: options.url, reports: options.reports },
  })
})

test.each([
  [
    'all that was asked for passed',
    [
      ['pass', 'MUST'],
      ['not-applicable', 'MUST'],
    ],
    {},
    'PASSED',
  ],
  [
    'a clause was left out',
    [
      ['pass', 'MUST'],
      ['out-of-scope', 'MUST'],
    ],
    {},
    'WARNED',
  ],
  [
    'a failure is waived',
    [
      ['pass', 'MUST'],
      ['fail', 'MUST', 'waived'],
    ],
    {},
    'WARNED',
  ],
  [
    'a gap is named',
    [
      ['pass', 'MUST'],
      ['not-run', 'MUST', 'gap'],
    ],
    {},
    'WARNED',
  ],
  [
    'it deviates',
    [
      ['pass', 'MUST'],
      ['fail', 'SHOULD'],
    ],
    {},
    'WARNED',
  ],
  [
    'a SHOULD is open',
    [
      ['pass', 'MUST'],
      ['inconclusive', 'SHOULD'],
    ],
    {},
    'WARNED',
  ],
  [
    'it does not conform',
    [
      ['pass', 'MUST'],
      ['fail', 'MUST'],
    ],
    { exit: 1 },
    'FAILED',
  ],
  [
    'it could not tell',
    [
      ['pass', 'MUST'],
      ['not-run', 'MUST'],
    ],
    { exit: 3 },
    'FAILED',
  ],
  ['something was left behind', [['pass', 'MUST']], { exit: 3 }, 'FAILED'],
  ['a waiver is stale', [['pass', 'MUST']], { exit: 4 }, 'FAILED'],
  ['it was interrupted', [['pass', 'MUST']], { exit: 130 }, 'FAILED'],
] as const)('if %s, sets the result', (_, results, how, result) => {
  expect(predicateOf(reportOf(results, how)).result).toBe(result)
})

test('a run without an exit code does not pass', () => {
  const { exit: _, ...run } = reportOf([['pass', 'MUST']]).run
  expect(predicateOf({ ...reportOf([['pass', 'MUST']]), run }).result).toBe('FAILED')
})

test('a failed clause of the profile fails no test', () => {
  const report = reportOf([
    ['pass', 'MUST'],
    ['fail', 'MUST'],
  ])
  const clauses = report.clauses.map((clause) => ({ ...clause, part: 'profile' }))
  const { result, failedTests, warnedTests } = predicateOf({ ...report, clauses })
  expect([result, failedTests, warnedTests]).toEqual(['WARNED', [], ['MUST fail']])
})

test('each clause is in the right list, and no unobserved clause is in the list of passed tests', () => {
  const all = [
    ...(
      ['pass', 'fail', 'inconclusive', 'not-run', 'error', 'not-applicable', 'out-of-scope'] as const
    ).flatMap((verdict) => [[verdict, 'MUST'] as const, [verdict, 'SHOULD'] as const]),
    ['fail', 'MUST', 'waived'] as const,
  ]
  const { passedTests, warnedTests, failedTests } = predicateOf(reportOf(all, { exit: 1 }))
  expect(passedTests).toEqual(['MUST pass', 'SHOULD pass'])
  expect(warnedTests).toEqual(['SHOULD fail', 'SHOULD inconclusive', 'SHOULD not-run', 'MUST fail waived'])
  expect(failedTests).toEqual([
    'MUST fail',
    'MUST inconclusive',
    'MUST not-run',
    'MUST error',
    'SHOULD error',
  ])
  const strict = predicateOf(reportOf(all, { exit: 1, strict: true }))
  expect(strict.failedTests).toContain('SHOULD fail')
  expect(strict.warnedTests).toEqual(['MUST fail waived'])
})
