// The CTRF view: a test per clause, in the few statuses that the format has, with the verdict beside them.
import type { CTRFReport, TestStatus } from 'ctrf'
import { isoTime } from '../../base/clock.ts'
import { inert, visibleDeep, visibleJson } from '../../base/visible.ts'
import { causesOf } from '../model/causes.ts'
import { contractText } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { testOf } from './case.ts'

/** The version of the format; a reader refuses those that it does not know. */
const specVersion = '0.0.0'

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
