// What a clause counts as in the views: its verdict, with failures told apart by their weight.
import { isOpen, type Verdict } from '../../base/verdict.ts'
import type { ReportClause } from './report.ts'

/** A verdict; a failed SHOULD is a `deviation`, a waived failure of either level is `waived`, what a gap excuses is a `gap`. */
export type Result = Verdict | 'deviation' | 'waived' | 'gap'

/** The result of a clause. */
export function resultOf({
  verdict,
  level,
  waived,
  gap,
}: Pick<ReportClause, 'verdict' | 'level' | 'waived' | 'gap'>): Result {
  if (gap !== undefined && isOpen(verdict)) return 'gap'
  if (verdict !== 'fail') return verdict
  if (waived !== undefined) return 'waived'
  return level === 'MUST' ? 'fail' : 'deviation'
}
