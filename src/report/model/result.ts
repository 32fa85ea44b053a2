// What a clause counts as in the views: its verdict, with failures told apart by their weight.
import type { Verdict } from '../../base/verdict.ts'
import type { ReportClause } from './report.ts'

/** A verdict; a failed SHOULD is a `deviation`, a waived failure of either level is `waived`. */
export type Result = Verdict | 'deviation' | 'waived'

/** The result of a clause. */
export function resultOf({
  verdict,
  level,
  waived,
}: Pick<ReportClause, 'verdict' | 'level' | 'waived'>): Result {
  if (verdict !== 'fail') return verdict
  if (waived !== undefined) return 'waived'
  return level === 'MUST' ? 'fail' : 'deviation'
}
