// Tests the errors of rejected merges. The message names two reports, their difference, and the remedy.
import { expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import { type ConformanceOptions, conformance } from '../../library/conformance.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { toReport } from '../model/to-report.ts'
import { mergeReports } from './merge.ts'

const whole = toReport(sampleEvents())
const one = shard('1/2')
const two = shard('2/2')

function refusal(...reports: readonly Report[]): string {
  try {
    mergeReports(
      reports,
      reports.map((_, index) => ['one.json', 'two.json', 'three.json', 'four.json'][index] ?? ''),
    )
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

test('accepts two shards of one run', () => {
  expect(mergeReports([one, two]).run.shards).toBe(2)
})

const other: Report = { ...two, target: { ...two.target, embedded: false } }

test.each([
  [
    'tenant',
    { ...other, target: { ...other.target, baseUrl: 'https://other.example/api/v2' } },
    '(the embedded reference tenant and https://other.example/api/v2): merge reports of one tenant.',
  ],
  [
    'version of the tool',
    { ...two, tool: { ...two.tool, version: '9.9.9' } },
    '(0.1.0 and 9.9.9): run every part with the same version.',
  ],
  [
    'seed',
    { ...two, run: { ...two.run, seed: 7 } },
    '(42 and 7): run every part with the same --seed, because the default seed is different in each run.',
  ],
  [
    'profile',
    { ...two, target: { ...two.target, profile: null } },
    '(reference and none): run every part with the same --profile.',
  ],
  [
    'strictness',
    { ...two, run: { ...two.run, strict: true } },
    '(not strict and strict): run every part with --strict, or every part without.',
  ],
  [
    'write mode',
    shard('2/2', { writes: 'none' }),
    '(destructive and none): run every part with the same --writes.',
  ],
  [
    'number of samples',
    shard('2/2', { examples: 3 }),
    '(25 and 3): run every part with the same --examples.',
  ],
  [
    'faults of the tenant',
    shard('2/2', { faults: ['a', 'b'] }),
    '(none and a, b): run every part with the same --fault.',
  ],
  ['skipped clauses', shard('2/2', { skip: ['x'] }), '(none and x)'],
  [
    'option pace',
    shard('2/2', { pace: 'slow' }),
    '(none and slow): run every part with the same option pace.',
  ],
  [
    'set of clauses',
    { ...two, clauses: two.clauses.slice(1) },
    '(MUST custom-signing-keys.get.x5t is in one.json and not in two.json)',
  ],
])('rejects reports with a different %s and names both values', (name, differing, values) => {
  for (const message of [refusal(one, differing)]) {
    expect(message).toContain(`one.json and two.json can't be merged, because they differ in the ${name} `)
    expect(message).toContain(values)
  }
  expect(refusal(differing, one)).toContain(`because they differ in the ${name} `)
})

test('accepts differences that each run may have', () => {
  const own = {
    concurrency: 2,
    maxRequests: 5,
    rate: 3,
    timeoutMs: 7,
    environmentFile: '.env',
    writesFrom: 'x',
  }
  expect(mergeReports([one, shard('2/2', own)]).run.options).toEqual({
    ...{ examples: 25, writes: 'destructive', only: [], shard: null },
  })
})

test('the rate of shards is the sum of their rates', () => {
  const rated = [shard('1/2', { rate: 0.1 }), shard('2/2', { rate: 0.2 })]
  expect(mergeReports(rated).run.options.rate).toBe(0.3)
  expect(mergeReports([shard('1/2', { rate: 3 }), shard('2/2', { rate: 3 })]).run.options.rate).toBe(6)
})

test('rejects reports of different contracts', () => {
  const contract = { name: 'shelves', title: 'Shelves', version: '1' }
  expect(refusal({ ...one, contract }, { ...two, contract: { ...contract, version: '2' } })).toContain(
    'different contracts (shelves 1 and shelves 2)',
  )
})

test('rejects an empty list and repeated reports', () => {
  expect(refusal()).toBe('No report to merge is given: name at least one report.')
  expect(refusal(one, structuredClone(one))).toBe(
    'one.json and two.json are the same report: give each report once.',
  )
})

test('rejects shards that all left a clause to another shard', () => {
  const [first] = whole.clauses
  const leaving = (report: Report, verdict: ReportClause['verdict'] = 'out-of-scope'): Report => ({
    ...report,
    clauses: report.clauses.map((clause) =>
      clause.id === first?.id ? { ...clause, verdict, reason: 'left to another shard: --shard 1/2' } : clause,
    ),
  })
  expect(refusal(leaving(one), leaving(two))).toBe(
    `Each of the 2 shards left ${first?.id} to another shard, and none checked it: run all shards again with the same version, options and profile.`,
  )
  expect(mergeReports([leaving(one), two]).run.shards).toBe(2)
  expect(mergeReports([leaving(one), leaving(two, 'not-run')]).run.shards).toBe(2)
})

test('rejects shards that overlap, have different divisions or are missing, and reports without a shard', () => {
  const again = { ...one, run: { ...one.run, durationMs: 1 } }
  expect(refusal(one, again)).toBe('one.json and two.json are both shard 1/2: give each shard once.')
  expect(refusal(one, shard('2/4'))).toBe(
    'one.json is shard 1/2 and two.json is shard 2/4, but their numbers of shards differ: run all shards with the same number.',
  )
  expect(refusal(shard('1/3'), shard('3/3'))).toBe('Shard 2/3 is missing: give the reports of all 3 shards.')
  expect(refusal(shard('2/3'))).toContain('Shard 1/3 and 3/3 are missing')
  expect(refusal(shard('2/999999999'))).toContain(
    'Shard 1/999999999, 3/999999999, 4/999999999, 5/999999999, 6/999999999 and 999999993 more are missing',
  )
  expect(refusal(one, whole)).toBe(
    'two.json is not a shard, but another report is shard 1/2: merge only the shards of one run.',
  )
})

test('rejects overlapping scopes, and names the first clause and the number of others', () => {
  const [first] = whole.clauses
  expect(
    refusal(
      scoped(() => true, ''),
      scoped(() => true, ' '),
    ),
  ).toBe(
    `The scopes of one.json and two.json overlap, because both contain ${first?.id} and ${whole.clauses.length - 2} more: merge reports that have no clause in common, or the shards of one run.`,
  )
})

test('rejects scopes with a hole, unless all reports exclude the clause for the same reason', () => {
  const keys = ({ id }: ReportClause): boolean => id.startsWith('custom-signing-keys.')
  const rest = (clause: ReportClause): boolean => !keys(clause) && !clause.id.endsWith('.headers')
  expect(refusal(scoped(keys, '--only c'), scoped(rest, '--skip d'))).toBe(
    'The scopes are incomplete, because no report contains rate-limit-policies.delete.headers (one.json: not selected: --only c; two.json: not selected: --skip d): add a report of the missing clauses, or leave them out of each run with the same options.',
  )
  const merged = mergeReports([scoped(keys, '--skip d'), scoped(rest, '--skip d')])
  expect(merged.summary.outOfScope).toBe(1)
  expect(merged.outcome).toBe(whole.outcome)
})

test('accepts runs of one tenant by level, and names a missing one', async () => {
  const run = (options: ConformanceOptions) =>
    conformance({
      depth: 'default',
      ...{ environment: {}, seed: 3, examples: 1 },
      skip: ['any.', 'event-streams.', 'phone-templates.', 'rate-limit-policies.'],
      ...options,
    })
  const musts = await run({ level: 'MUST' })
  const merged = mergeReports([musts, await run({ level: 'SHOULD' })])
  expect(merged.outcome).toBe('conformant')
  expect(merged.summary.pass).toBeGreaterThan(musts.summary.pass)
  const few = await run({ only: ['custom-signing-keys.get.no-server-error'] })
  expect(refusal(musts, few)).toMatch(
    /^The scopes are incomplete, because no report contains \S+ and \d+ more \(one\.json: /,
  )
})

function scoped(isAsked: (clause: ReportClause) => boolean, words: string): Report {
  return {
    ...whole,
    notes: [words],
    clauses: whole.clauses.map((clause) =>
      isAsked(clause)
        ? clause
        : {
            ...clause,
            verdict: 'out-of-scope',
            reason: `not selected: ${words}`,
            evidence: 0,
            failures: [],
          },
    ),
  }
}

function shard(part: string, more: Report['run']['options'] = {}): Report {
  return { ...whole, run: { ...whole.run, options: { ...whole.run.options, shard: part, ...more } } }
}
