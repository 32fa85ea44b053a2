// The exit code that a report asks for.
import { exitCodes } from '../../base/verdict.ts'
import type { Report } from '../../report/index.ts'

/** Non-conformance outweighs all; what is stale outweighs what is open; what was left behind is never fine. */
export function exitCodeOf(report: Report, stale: boolean): number {
  if (report.outcome === 'non-conformant') return exitCodes['non-conformant']
  if (report.summary.error > 0) return exitCodes.internal
  if (stale) return exitCodes.stale
  return report.outcome === 'incomplete' ||
    report.resources.leaked.some(({ excused }) => excused === undefined)
    ? exitCodes.incomplete
    : exitCodes.conformant
}
