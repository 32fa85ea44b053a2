// The JUnit report, with a suite for each operation and a test case for each clause.
import { createRequire } from 'node:module'
import type * as Builders from 'junit-report-builder'
import { visible, visibleDeep } from '../../base/visible.ts'
import { causesOf } from '../causes/causes.ts'
import { contractText } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'
import { fillCase } from './case.ts'

// The builder loads slowly, so the program loads it only for a JUnit report.
const require = createRequire(import.meta.url)
const newBuilder = (): ReturnType<typeof Builders.default.default.newBuilder> => builders().newBuilder()

let loaded: typeof Builders.default.default | null = null

// The builder calls `process.binding`, which would throw with `--pending-deprecation --throw-deprecation`.
function builders(): typeof Builders.default.default {
  if (loaded !== null) return loaded
  const { noDeprecation = false } = process
  process.noDeprecation = true
  try {
    loaded = require('junit-report-builder') as typeof Builders.default.default
    return loaded
  } finally {
    process.noDeprecation = noDeprecation
  }
}

/**
 * Writes XML that is valid for Jenkins xUnit (junit-10.xsd), with suites that are valid for Maven Surefire. A
 * failed SHOULD is a `<failure>` only in a strict run. The verdicts `inconclusive` and `error` are `<error>`.
 * Waived failures, gaps, and the verdicts `not-run`, `not-applicable` and `out-of-scope` are `<skipped>`.
 */
export function junitXml(report: Report): string {
  const safe = visibleDeep(report, { lines: true })
  const causes = causesOf(safe.clauses)
  const properties = propertiesOf(safe)
  const document = newBuilder().name(safe.tool.name)
  const operations = [...new Set(safe.clauses.map(({ operation }) => operation))].sort(order)
  for (const operation of operations) {
    const clauses = safe.clauses.filter((one) => one.operation === operation)
    const suite = document.testSuite().name(operation).time(secondsOf(clauses))
    for (const [name, value] of properties) suite.property(name, value)
    for (const clause of clauses) {
      // GitLab shows neither suite names nor failure types, so the test case repeats them.
      const testCase = suite.testCase().className(operation).name(`${clause.id} [${clause.level}]`)
      fillCase(testCase.time(secondsOf([clause])), clause, causes, safe)
    }
  }
  return withRoot(document.build(), secondsOf(safe.clauses))
}

// Both XML formats allow properties only in suites. Surefire has no attribute for the start time, so it is a
// property.
function propertiesOf(report: Report): readonly (readonly [name: string, value: string])[] {
  const { tool, target, run, outcome } = report
  const contract = contractText(report)
  const properties: readonly (readonly [string, string])[] = [
    ['outcome', outcome],
    ['baseUrl', target.baseUrl],
    ['profile', target.profile ?? 'none'],
    ...(contract === null ? [] : ([['contract', contract]] as const)),
    ['version', tool.version],
    ['seed', String(run.seed)],
    ['strict', String(run.strict)],
    ['startedAt', run.startedAt],
    ...(run.interrupted ? ([['interrupted', 'true']] as const) : []),
    run.truncated === true ? ['truncated', 'true'] : ['durationMs', String(run.durationMs)],
  ]
  // XML parsers convert line ends in attributes to blanks.
  return properties.map(([name, value]) => [name, visible(value)])
}

/** The sum can exceed the duration of the run, because checks run concurrently. */
function secondsOf(clauses: readonly ReportClause[]): number {
  return clauses.reduce((sum, { durationMs = 0 }) => sum + Math.round(durationMs), 0) / 1_000
}

// The schema forbids the attribute `skipped`, and the builder does not write the attribute `time`.
function withRoot(xml: string, seconds: number): string {
  return xml.replace(/^(<\?xml[^>]*>\s*<testsuites[^>]*?) skipped="\d+"/, `$1 time="${seconds}"`)
}
