// The JUnit view: a suite per operation, a case per clause, for the test tabs of CI systems.
import imported, { type TestCase } from 'junit-report-builder'
import { type Causes, causesOf } from '../model/causes.ts'
import { contractText, foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { visibleDeep } from '../text/visible.ts'

// At run time the package's default export is the builder itself; its types put it one level deeper.
const builder = imported as unknown as typeof imported.default

/**
 * JUnit XML, valid against the Jenkins xUnit schema (junit-10.xsd) whatever a tenant sent. A failed MUST is a
 * `<failure>`; a failed SHOULD is one only where the run was strict, and else a passed case that says
 * "deviation" in its output; `inconclusive` and `error` are `<error>`; `not-applicable`, `not-run`, `out-of-scope`, waived
 * failures and gaps are `<skipped>` with the reason.
 */
export function junitXml(report: Report): string {
  const safe = visibleDeep(report, { lines: true })
  const causes = causesOf(safe.clauses)
  const document = builder.newBuilder().name(safe.tool.name)
  const operations = [...new Set(safe.clauses.map(({ operation }) => operation))].sort(order)
  for (const operation of operations) {
    // Jenkins wants local time without a zone; the instant in UTC is the one all readers can agree on.
    const suite = document.testSuite().name(operation).timestamp(safe.run.startedAt.slice(0, 19))
    // What everybody knows need not be said, and not every reader takes properties.
    if (foreignContract(safe) !== null) suite.property('contract', contractText(safe) ?? '')
    for (const clause of safe.clauses.filter((one) => one.operation === operation)) {
      // GitLab shows neither suite names nor failure types: the case's name has to say it all.
      const testCase = suite.testCase().className(operation).name(`${clause.id} [${clause.level}]`)
      describe(testCase, clause, causes, safe)
    }
  }
  // The builder counts skipped cases on the root, where the schema does not allow it. The name of the root is
  // the tool's, so no tenant's text can stand in this first tag.
  return document.build().replace(/^(<\?xml[^>]*>\s*<testsuites[^>]*?) skipped="\d+"/, '$1')
}

function describe(testCase: TestCase, clause: ReportClause, causes: Causes, report: Report): void {
  const { level, verdict, reason, waived, gap } = clause
  if (gap !== undefined && resultOf(clause) === 'gap') {
    skip(testCase, `gap: ${excuseInWords(gap)}`)
    testCase.standardOutput(`${verdict}: ${reason}`)
  } else if (verdict === 'fail' && waived !== undefined) {
    skip(testCase, `waived: ${excuseInWords(waived)}`)
    testCase.standardOutput(explain(clause, causes, report))
  } else if (verdict === 'fail' && (level === 'MUST' || report.run.strict)) {
    testCase.failure(headline(clause), level).stacktrace(explain(clause, causes, report))
  } else if (verdict === 'fail') {
    testCase.standardOutput(`deviation (a failed SHOULD)\n${explain(clause, causes, report)}`)
  } else if (verdict === 'inconclusive' || verdict === 'error') {
    testCase.error(reason, verdict, explain(clause, causes, report))
  } else if (verdict === 'not-applicable' || verdict === 'not-run' || verdict === 'out-of-scope') {
    skip(testCase, `${verdict}: ${reason}`)
  }
}

// The builder writes <skipped/> without a reason, so the attribute is added to the element that it made.
function skip(testCase: TestCase, reason: string): void {
  const build = testCase.build.bind(testCase)
  testCase.skipped().build = (parent) => {
    const element = build(parent)
    const children: readonly { name?: string; att(name: string, value: string): unknown }[] = element.children
    for (const child of children) if (child.name === 'skipped') child.att('message', reason)
    return element
  }
}

function headline(clause: ReportClause): string {
  return clause.failures[0]?.message ?? clause.reason
}

function explain(clause: ReportClause, causes: Causes, report: Report): string {
  const failures = clause.failures.map((failure) => {
    const lines = [
      failure.message,
      ...inWords(failure, report.target.baseUrl).map(([label, text]) => `${label.padEnd(10)}${text}`),
      `seed      ${failure.seed}${failure.path === null ? '' : `, path ${failure.path}`}`,
      failure.curl,
    ]
    return lines.filter(Boolean).join('\n')
  })
  const blocks = [
    ...causeInWords(clause.id, causes).map(([label, text]) => `${label.padEnd(10)}${text}`),
    ...(failures.length > 0 ? failures : [clause.reason]),
  ]
  // The builder keeps only the first "]]>" of a text from ending its CDATA section.
  const part = clause.part === '' ? '' : ` (part ${clause.part})`
  return [`${clause.statement}${part}`, ...blocks].join('\n\n').replaceAll(']]>', ']]\\u003e')
}
