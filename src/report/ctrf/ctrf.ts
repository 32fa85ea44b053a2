// The CTRF view: a test per clause, in the few statuses that the format has, with the verdict beside them.
import type { CTRFReport, Test, TestStatus } from 'ctrf'
import { clip } from '../../base/clip.ts'
import { isoTime } from '../../base/clock.ts'
import { type Causes, causesOf } from '../model/causes.ts'
import { contractText } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { inert, visibleDeep, visibleJson } from '../text/visible.ts'

/** The version of the format; a reader refuses those that it does not know. */
const specVersion = '0.0.0'

const messageCharactersMax = 1_000
const traceCharactersMax = 20_000

/** The report as the text of a CTRF document. */
export function ctrfJson(report: Report): string {
  return inert(`${visibleJson(ctrfOf(report))}\n`)
}

/**
 * The report as a CTRF document. Nothing that was not observed is `passed`: a clause without an answer is `pending` where something
 * is missing that would give one, and `other` where it was tried; whether that counts is said by `environment.healthy`.
 */
export function ctrfOf(report: Report): CTRFReport {
  const { tool, target, run, outcome } = report
  const causes = causesOf(report.clauses)
  const tests = report.clauses.map((clause) => testOf(clause, causes, report))
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length
  const start = Date.parse(run.startedAt)
  const stop = start + Math.round(run.durationMs)
  const contract = contractText(report)
  return visibleDeep(
    {
      reportFormat: 'CTRF',
      specVersion,
      // A report made again is the same: it says when the run ended, not when it was written.
      timestamp: isoTime(stop),
      generatedBy: `${tool.name} ${tool.version}`,
      results: {
        tool: { name: tool.name, version: tool.version },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: count('pending'),
          other: count('other'),
          suites: new Set(report.clauses.map(({ operation }) => operation)).size,
          ...{ start, stop },
          duration: stop - start,
          extra: { outcome },
        },
        tests,
        environment: {
          healthy: outcome === 'conformant',
          extra: {
            ...{ outcome, baseUrl: target.baseUrl, profile: target.profile },
            ...(contract === null ? {} : { contract }),
            ...{ seed: run.seed, strict: run.strict, interrupted: run.interrupted },
            ...(run.truncated === true ? { truncated: true } : {}),
          },
        },
      },
    },
    { lines: true },
  )
}

function testOf(clause: ReportClause, causes: Causes, report: Report): Test {
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

function messageOf({ waived, gap, reason, failures }: ReportClause, result: Result): string {
  const told = failures[0]?.message ?? reason
  switch (result) {
    case 'pass':
      return ''
    case 'fail':
      return told
    case 'deviation':
      return `deviation (a failed SHOULD): ${told}`
    case 'waived':
      return `waived: ${waived === undefined ? told : excuseInWords(waived)}`
    case 'gap':
      return `gap: ${gap === undefined ? told : excuseInWords(gap)}`
    default:
      return `${result}: ${reason}`
  }
}

function traceOf({ id, failures }: ReportClause, causes: Causes, { target }: Report): string {
  const cause = failures.length === 0 ? [] : causeInWords(id, causes)
  return [
    cause.map(([label, text]) => `${label.padEnd(10)}${text}`).join('\n'),
    ...failures.map((failure) =>
      [
        failure.message,
        ...inWords(failure, target.baseUrl).map(([label, text]) => `${label.padEnd(10)}${text}`),
        failure.curl,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}
