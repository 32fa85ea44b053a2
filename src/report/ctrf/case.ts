// Converts a clause to a CTRF test.
import type { Test, TestStatus } from 'ctrf'
import { clip } from '../../base/clip.ts'
import type { Causes } from '../causes/causes.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { excuseOf, headlineOf, type Result, resultOf } from '../model/result.ts'
import { causeInWords, inWords, labelled, labelledCommands } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'

const messageCharactersMax = 1_000
const traceCharactersMax = 20_000

export function testOf(clause: ReportClause, causes: Causes, report: Report): Test {
  const { id, level, part, family, operation, statement } = clause
  const result = resultOf(clause)
  const message = messageOf(clause, result)
  const trace = traceOf(clause, causes, report)
  return {
    name: `${id} [${level}]`,
    testId: id,
    status: statusOf(result, report.run.strict),
    rawStatus: result,
    duration: Math.round(clause.durationMs ?? 0),
    suite: [operation],
    ...(message === '' ? {} : { message: clip(message, messageCharactersMax) }),
    ...(trace === '' ? {} : { trace: clip(trace, traceCharactersMax) }),
    tags: [level, ...(family === undefined ? [] : [family]), ...(result === 'deviation' ? [result] : [])],
    type: 'conformance',
    extra: {
      ...{ level, part, ...(family === undefined ? {} : { family }), statement, verdict: clause.verdict },
      evidence: clause.evidence,
      ...(clause.violations === undefined ? {} : { violations: clause.violations }),
      ...(clause.waived === undefined ? {} : { waived: clause.waived }),
      ...(clause.gap === undefined ? {} : { gap: clause.gap }),
    },
  }
}

function statusOf(result: Result, strict: boolean): TestStatus {
  switch (result) {
    case 'pass':
      return 'passed'
    case 'deviation':
      return strict ? 'failed' : 'passed'
    case 'fail':
    case 'error':
      return 'failed'
    case 'inconclusive':
      return 'other'
    case 'not-run':
      return 'pending'
    default:
      return 'skipped'
  }
}

function messageOf(clause: ReportClause, result: Result): string {
  const headline = headlineOf(clause)
  const excuse = excuseOf(clause)
  switch (result) {
    case 'pass':
      return ''
    case 'fail':
      return headline
    case 'deviation':
      return `deviation (a failed SHOULD): ${headline}`
    case 'waived':
    case 'gap':
      return `${result}: ${excuse === undefined ? headline : excuseInWords(excuse)}`
    default:
      return `${result}: ${clause.reason}`
  }
}

function traceOf({ id, failures }: ReportClause, causes: Causes, { target }: Report): string {
  const cause = failures.length === 0 ? [] : causeInWords(id, causes)
  return [
    cause.map((one) => labelled(...one)).join('\n'),
    ...failures.map((failure) =>
      [
        failure.message,
        ...inWords(failure, target.baseUrl).map((one) => labelled(...one)),
        ...labelledCommands(failure),
      ]
        .filter(Boolean)
        .join('\n'),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}
