// Tests that a CTRF report is valid, that its counts are correct, and that no unobserved clause passes.
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parse, schema } from 'ctrf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rendered } from '../../../test/report/rendered.ts'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { toReport } from '../model/to-report.ts'
import { ctrfOf } from './ctrf.ts'
import { ctrfFormat } from './index.ts'

const text = (hostile = '', strict = false) => rendered(ctrfFormat, sampleEvents(hostile, { strict }))
const validate = formats.default(new Ajv({ strict: false })).compile(schema)
const statuses = (strict: boolean) =>
  Object.fromEntries(
    parse(text('', strict)).results.tests.map(({ testId = '', status, rawStatus }) => [
      testId,
      `${status} ${rawStatus}`,
    ]),
  )

test('each verdict has its status', () => {
  const expected = {
    'custom-signing-keys.get.x5t': 'other inconclusive',
    'event-streams.create.name-length': 'passed pass',
    'event-streams.create.no-5xx': 'passed deviation',
    'event-streams.update.enabled-to-disabled': 'failed fail',
    'phone-templates.update.round-trip': 'skipped waived',
    'phone-templates.update.scope': 'pending not-run',
    'rate-limit-policies.delete.gone': 'failed error',
    'rate-limit-policies.delete.headers': 'skipped not-applicable',
    'rate-limit-policies.delete.independent': 'pending not-run',
    'rate-limit-policies.delete.non-global': 'skipped gap',
  }
  expect(statuses(false)).toEqual(expected)
  expect(statuses(true)).toEqual({ ...expected, 'event-streams.create.no-5xx': 'failed deviation' })
})

test('is valid and harmless for displays, whatever a tenant sent', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 })
  for (const hostile of ['', hostileText, ...fc.sample(anything, { seed: 7, numRuns: 20 })]) {
    const written = text(hostile)
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(validate(JSON.parse(written)), JSON.stringify(validate.errors)).toBe(true)
  }
})

test('the schema in this test rejects invalid reports', () => {
  const report = JSON.parse(text())
  expect(validate({ ...report, specVersion: 'one' })).toBe(false)
  report.results.tests[0].status = 'inconclusive'
  expect(validate(report)).toBe(false)
})

test('counts equal the number of tests, and names are unique', () => {
  const { summary, tests, environment } = parse(text(hostileText)).results
  const { tests: all, passed, failed, skipped, pending, other } = summary
  expect(all).toBe(tests.length)
  expect([passed, failed, skipped, pending, other]).toEqual([2, 2, 3, 2, 1])
  expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length)
  expect(summary.stop - summary.start).toBe(summary.duration)
  expect(environment?.healthy).toBe(false)
})

test('a test contains the statement of its clause, and a failure contains the request', () => {
  const report = toReport(
    sampleEvents().map((event) => (event.type === 'clause-judged' ? { ...event, durationMs: 12.4 } : event)),
  )
  const found = ctrfOf(report).results.tests.find(({ rawStatus }) => rawStatus === 'fail')
  expect(found).toMatchObject({
    duration: 25,
    suite: ['event-streams.update'],
    tags: ['MUST'],
    message: 'the stream stayed enabled',
    extra: { level: 'MUST', part: '4.5', verdict: 'fail' },
  })
  expect(found?.trace).toContain('expected  status "disabled" in the response')
  expect(found?.trace).toContain('curl -X PATCH')
})
