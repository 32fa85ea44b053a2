// The merging of shards: together they say what one run would have said.
import { expect, test } from 'vitest'
import { sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import type { RunEvent } from '../../base/event.ts'
import { unobservedReason } from '../../base/verdict.ts'
import { diffReports } from './diff.ts'
import { mergeReports } from './merge.ts'
import { toReport } from './to-report.ts'

const whole = toReport(sampleEvents())

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
  expect(merged.run).toMatchObject({ shards: 2, durationMs: whole.run.durationMs, interrupted: false })
})

test('not-run for want of a credential does not yield to a pass', () => {
  const scope = 'phone-templates.update.scope'
  const passed = change(scope, { verdict: 'pass', evidence: 1, reason: 'seen' })
  const verdict = mergeReports([passed, whole]).clauses.find(({ id }) => id === scope)?.verdict
  expect(verdict).toBe('not-run')
})

test('what no shard observed stands as it would in one run', () => {
  const id = 'event-streams.create.name-length'
  const alone = { verdict: 'inconclusive', reason: 'nothing was observed' } as const
  const unobserved = change(id, { verdict: 'out-of-scope', reason: unobservedReason(alone), evidence: 0 })
  const merged = (...reports: Parameters<typeof mergeReports>[0]) =>
    mergeReports(reports).clauses.find((clause) => clause.id === id)
  expect(merged(unobserved, unobserved)).toMatchObject(alone)
  expect(merged(unobserved, whole)).toMatchObject({ verdict: 'pass' })
  const left = change(id, { verdict: 'out-of-scope', reason: 'not asked for: --skip x', evidence: 0 })
  expect(merged(left, unobserved)).toMatchObject(alone)
  expect(merged(left, left)).toMatchObject({ verdict: 'out-of-scope', reason: 'not asked for: --skip x' })
})

test('a gap excuses what no shard observed, and nothing that one did', () => {
  const id = 'event-streams.create.name-length'
  const gap = { clause: 'event-streams.create.*', reason: 'not here' }
  const alone = { verdict: 'inconclusive', reason: 'nothing was observed' } as const
  const unobserved = change(id, {
    ...{ verdict: 'out-of-scope', reason: unobservedReason(alone), evidence: 0 },
    gap,
  })
  const merged = (...reports: Parameters<typeof mergeReports>[0]) =>
    mergeReports(reports).clauses.find((clause) => clause.id === id)
  expect(merged(unobserved, unobserved)).toMatchObject({ ...alone, gap })
  expect(merged(unobserved, whole)).not.toHaveProperty('gap')
})

test('a failure of any shard stands, with the failures of all', () => {
  const merged = mergeReports([
    whole,
    change('event-streams.update.enabled-to-disabled', { verdict: 'pass', failures: [] }),
    whole,
  ])
  const toggled = merged.clauses.find(({ id }) => id.endsWith('enabled-to-disabled'))
  expect(toggled).toMatchObject({ verdict: 'fail', evidence: 6, failures: { length: 2 } })
})

test.each([
  ['target', { ...whole, target: { ...whole.target, baseUrl: 'https://other.example', embedded: false } }],
  ['strictness', { ...whole, run: { ...whole.run, strict: true } }],
  ['set of clauses', { ...whole, clauses: whole.clauses.slice(1) }],
])('reports that differ in the %s are refused', (name, other) => {
  expect(() => mergeReports([whole, other])).toThrow(ConfigurationError)
  expect(() => mergeReports([whole, other])).toThrow(name)
})

test('nothing cannot be merged', () => {
  expect(() => mergeReports([])).toThrow(ConfigurationError)
})

function shard(index: number, reason: string | null) {
  const ids = whole.clauses.map(({ id }) => id)
  const mine = (id: string) => ids.indexOf(id) % 2 === index
  const events = sampleEvents().filter((event) => event.type !== 'clause-judged' || mine(event.clause))
  const others = ids.filter((id) => !mine(id) && reason !== null)
  const left = others.map(
    (id): RunEvent => ({
      type: 'clause-judged',
      clause: id,
      verdict: 'out-of-scope',
      reason: reason ?? '',
      evidence: 0,
      failures: [],
    }),
  )
  return toReport([...events, ...left])
}

function change(id: string, more: Partial<(typeof whole.clauses)[number]>) {
  return { ...whole, clauses: whole.clauses.map((one) => (one.id === id ? { ...one, ...more } : one)) }
}
