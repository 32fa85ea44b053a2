// Limits for the length of a page.
import type { ReportClause } from '../model/report.ts'

export interface PageLimits {
  readonly failures: number
  readonly steps: number
  readonly failureCharacters: number
  readonly evidenceCharacters: number
}

export function limitsFor(clauses: readonly ReportClause[]): PageLimits {
  const failed = Math.max(1, clauses.filter(({ failures }) => failures.length > 0).length)
  const share = (total: number, count: number, min: number, max: number) =>
    Math.min(max, Math.max(min, Math.floor(total / count)))
  return {
    failures: share(150, failed, 1, 5),
    steps: share(500, failed, 2, 12),
    failureCharacters: share(60_000, failed, 300, 4_000),
    evidenceCharacters: share(350_000, Math.max(1, clauses.length), 200, 2_048),
  }
}
