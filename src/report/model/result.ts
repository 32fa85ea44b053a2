// The result of a clause in reports.
import { isOpen } from '../../base/verdict.ts'
import type { ReportClause } from './report.ts'
import type { Result } from './report-diff.ts'

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
