// Derives the exit code of a run from its report.
import { exitCodes } from '../../base/verdict.ts'
import type { Report } from '../../report/index.ts'

export function exitCodeOf(report: Report, stale: boolean): number {
  if (report.outcome === 'non-conformant') return exitCodes['non-conformant']
  if (report.summary.error > 0) return exitCodes.internal
  if (stale) return exitCodes.stale
  return report.outcome === 'incomplete' ||
    report.resources.leaked.some(({ excused }) => excused === undefined)
    ? exitCodes.incomplete
    : exitCodes.conformant
}
