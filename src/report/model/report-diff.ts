// The types of a report difference.
import type { Baseline, OpenPointAnswer, OperationMedian } from '../../base/event.ts'
import type { Suppression } from '../../base/suppression.ts'
import type { Level, Outcome } from '../../base/verdict.ts'
import type { Measurements } from '../measure/measurements.ts'
import type { Result } from './result.ts'

export type Median = Omit<OperationMedian, 'operation'>

export interface LatencyChange {
  readonly operation: string
  readonly before: Median
  readonly after: Median
  /** New median divided by the old one. */
  readonly factor: number
}

/** Results are null if a report lacks the clause. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  /** A clause of the part "profile" never counts as worse. */
  readonly part?: string
  readonly before: Result | null
  readonly after: Result | null
  /** For a gone clause, the earlier reason. */
  readonly reason: string
  readonly excuse?: Suppression
}

export interface OpenPointChange {
  readonly id: string
  readonly question: string
  readonly before: Pick<OpenPointAnswer, 'answer' | 'source'> | null
  readonly after: Pick<OpenPointAnswer, 'answer' | 'source'> | null
}

/** Each changed clause is in exactly one list. */
export interface ReportDiff {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome }
  /** Failed without a waiver, but not in the earlier report. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Passed in the earlier report. Now selected, but unanswered. */
  readonly noLongerObserved: readonly ClauseChange[]
  readonly newlyExcused: readonly ClauseChange[]
  readonly fixed: readonly ClauseChange[]
  readonly newlyObserved: readonly ClauseChange[]
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  /** Slower operations never count as worse. */
  readonly latency: readonly LatencyChange[]
  readonly conditions: readonly string[]
}

export type Comparable = Omit<Baseline, 'file' | 'startedAt' | 'clauses'> & {
  readonly measurements?: Measurements
  readonly clauses: readonly (Baseline['clauses'][number] & { readonly part?: string })[]
}
