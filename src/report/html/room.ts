// Room: how much a page of so many clauses shows of each, so that it stays a page.
import type { ReportClause } from '../model/report.ts'

export interface Room {
  /** Failures of one clause that are shown in full. */
  readonly failures: number
  /** Exchanges before a failing one that are shown in full. */
  readonly steps: number
  /** Of a body in a failure. */
  readonly failureCharacters: number
  /** Of a body that a pass rests on. */
  readonly evidenceCharacters: number
}

/** A few clauses have all the room there is; of thousands, each has enough to tell what was observed. */
export function roomFor(clauses: readonly ReportClause[]): Room {
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
