// The JUnit view: a suite per operation, a case per clause, for the test tabs of CI systems.
import { createRequire } from 'node:module'
import type * as Builders from 'junit-report-builder'
import { visible, visibleDeep } from '../../base/visible.ts'
import { causesOf } from '../model/causes.ts'
import { contractText } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { order } from '../model/tally.ts'
import { describe } from './case.ts'

// Loaded when it is needed: it takes longer to load than everything else of a report, and few commands write one.
const require = createRequire(import.meta.url)
const newBuilder = (): ReturnType<typeof Builders.default.default.newBuilder> => builders().newBuilder()

let loaded: typeof Builders.default.default | null = null

// As it is loaded it calls process.binding, which --pending-deprecation --throw-deprecation makes an error.
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
 * JUnit XML, valid against the Jenkins xUnit schema (junit-10.xsd), and each suite as a document of its own against that of Maven
 * Surefire, whatever a tenant sent. A failed MUST is a `<failure>`; a failed SHOULD is one only where the run was strict, and else
 * a passed case that says "deviation" in its output; `inconclusive` and `error` are `<error>`; `not-applicable`, `not-run`,
 * `out-of-scope`, waived failures and gaps are `<skipped>` with the reason.
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
      // GitLab shows neither suite names nor failure types: the case's name has to say it all.
      const testCase = suite.testCase().className(operation).name(`${clause.id} [${clause.level}]`)
      describe(testCase.time(secondsOf([clause])), clause, causes, safe)
    }
  }
  return withRoot(document.build(), secondsOf(safe.clauses))
}

// Suites alone may have properties, so each says what the run was. When it began is one, as Surefire knows no time stamp.
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
    // Of a log without its end it is not known.
    run.truncated === true ? ['truncated', 'true'] : ['durationMs', String(run.durationMs)],
  ]
  // In an attribute a line's end would be read as a blank.
  return properties.map(([name, value]) => [name, visible(value)])
}

/** What the checks took; those of a run go on one beside the other, so that it may be more than the run did. */
function secondsOf(clauses: readonly ReportClause[]): number {
  return clauses.reduce((sum, { durationMs = 0 }) => sum + Math.round(durationMs), 0) / 1_000
}

// The builder counts skipped cases on the root, where the schema does not allow it, and can't tell a time there. The name of the
// root is the tool's, so no tenant's text can stand in this first tag.
function withRoot(xml: string, seconds: number): string {
  return xml.replace(/^(<\?xml[^>]*>\s*<testsuites[^>]*?) skipped="\d+"/, `$1 time="${seconds}"`)
}
