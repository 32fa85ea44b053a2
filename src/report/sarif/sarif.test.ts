// Tests that the SARIF report is valid, and that each failure is a result in an existing file.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import type { Log, Result, Run } from 'sarif'
import { expect, test } from 'vitest'
import { rendered } from '../../../test/report/rendered.ts'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { packageRoot } from '../../base/package-root.ts'
import { noChanges } from '../model/diff.ts'
import { toReport } from '../model/to-report.ts'
import { sarifFormat } from './index.ts'
import { fileOf } from './location.ts'
import { resultsMax, resultsOf } from './result.ts'
import { sarifOf } from './sarif.ts'

// The older JSON Schema draft uses the name `id` instead of `$id`. The rest is equal.
const {
  $schema: _,
  id: __,
  ...schema
} = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
)
const valid = formats.default(new Ajv({ strict: false, unicodeRegExp: false })).compile(schema)

const text = (hostile = '', strict = false) => rendered(sarifFormat, sampleEvents(hostile, { strict }))
const runOf = (log: Log): Run => {
  const [run] = log.runs
  if (run === undefined) throw new Error('there is no run')
  return run
}
const run = (hostile = '', strict = false): Run => runOf(JSON.parse(text(hostile, strict)))
const results = (of: Run): readonly Result[] => of.results ?? []

test('is valid and harmless for displays, whatever a tenant sent', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 })
  for (const hostile of ['', hostileText, ...fc.sample(anything, { seed: 7, numRuns: 20 })]) {
    const written = text(hostile)
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(valid(JSON.parse(written)), JSON.stringify(valid.errors)).toBe(true)
  }
})

test('the schema in this test rejects invalid reports', () => {
  const log = JSON.parse(text())
  expect(valid({ ...log, version: '2.2.0' })).toBe(false)
  expect(valid({ ...log, runs: [{ ...log.runs[0], results: [{ message: 'a' }] }] })).toBe(false)
})

test('a clause is a rule, and a failure is a result with its level; a waived one is suppressed', () => {
  const told = (strict: boolean) =>
    results(run('', strict)).map(({ ruleId, level, suppressions }) => [
      ruleId,
      level,
      suppressions?.map(({ justification }) => justification),
    ])
  expect(told(false)).toEqual([
    ['event-streams.create.no-5xx', 'warning', []],
    ['event-streams.update.enabled-to-disabled', 'error', []],
    ['phone-templates.update.round-trip', 'error', ['known since 2025 (until 2027-05-31)']],
  ])
  expect(told(true)[0]).toEqual(['event-streams.create.no-5xx', 'error', []])
  const { rules = [] } = run().tool.driver
  expect(rules).toHaveLength(10)
  for (const { ruleId, ruleIndex = -1 } of results(run())) expect(rules[ruleIndex]?.id).toBe(ruleId)
  expect(rules[2]).toMatchObject({
    id: 'event-streams.create.no-5xx',
    shortDescription: { text: 'What event-streams.create.no-5xx states.' },
    defaultConfiguration: { level: 'warning' },
    properties: { tags: ['conformance', 'SHOULD', 'event-streams.create'], part: '4.4' },
  })
})

test('an unanswered clause is no result: the invocation lists it, and reports failure after an error of the tool', () => {
  const [invocation] = run().invocations ?? []
  expect(invocation?.executionSuccessful).toBe(false)
  const told = invocation?.toolExecutionNotifications?.map(({ level, associatedRule }) => [
    level,
    associatedRule?.id,
  ])
  expect(told).toEqual([
    ['error', 'rate-limit-policies.delete.gone'],
    ['warning', 'custom-signing-keys.get.x5t'],
    ['warning', 'phone-templates.update.scope'],
    ['warning', 'rate-limit-policies.delete.independent'],
    ['note', undefined],
  ])
})

test('a result shows request and response, and its first line names the failure', () => {
  const [, result] = results(run())
  expect(result?.message.text?.split('\n')[0]).toBe('the stream stayed enabled')
  expect(result?.webRequest).toMatchObject({ method: 'PATCH', body: { text: '{"status":"disabled"}' } })
  expect(result?.webResponse).toMatchObject({ statusCode: 200 })
})

test("a tenant's text never becomes a link", () => {
  const [result] = results(run('[a](http://evil.example) [b](1)'))
  expect(result?.message.text).not.toMatch(/(?<!\\)\]\(/)
})

test('a fingerprint depends only on the clause', () => {
  const prints = (of: Run) =>
    results(of).map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))
  expect(prints(run(hostileText))).toEqual(prints(run()))
  expect(new Set(prints(run())).size).toBe(3)
})

test('with a baseline each result shows whether it is new', () => {
  const report = toReport(sampleEvents())
  const change = { level: 'MUST', before: 'pass', after: 'fail', reason: '' } as const
  const changes = {
    ...{
      outcome: { before: report.outcome, after: report.outcome },
      fixed: [],
      changed: [],
      gone: [],
      new: [],
    },
    ...noChanges,
    ...{ openPoints: [], conditions: [] },
    newlyFailing: [{ ...change, id: 'event-streams.update.enabled-to-disabled' }],
  }
  const log = sarifOf({ ...report, baseline: { file: 'a.json', startedAt: report.run.startedAt, changes } })
  expect(results(runOf(log)).map(({ baselineState }) => baselineState)).toEqual([
    'unchanged',
    'new',
    'unchanged',
  ])
  expect(valid(JSON.parse(JSON.stringify(log))), JSON.stringify(valid.errors)).toBe(true)
})

test('writes no more results than code scanning accepts', () => {
  const report = toReport(sampleEvents())
  expect(resultsMax).toBeLessThanOrEqual(25_000)
  expect(resultsOf(report, [], 2)).toEqual(resultsOf(report, []).slice(0, 2))
  expect(resultsOf(report, [], 2)).toHaveLength(2)
})

test('each clause of the shipped contract points to an existing file', () => {
  const ids = readFileSync(join(packageRoot, 'test/clause-ids.txt'), 'utf8').trim().split('\n')
  expect(ids.length).toBeGreaterThan(300)
  for (const id of ids) {
    const [, operation = ''] = /^(any|.*)\.[^.]+$/.exec(id) ?? []
    expect(existsSync(join(packageRoot, fileOf({ operation }))), id).toBe(true)
  }
})
