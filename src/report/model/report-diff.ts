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
  /** New median divided by old, two digits. */
  readonly factor: number
}

/** Null if a report lacks the clause. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  /** "profile" for a clause of the profile, which never counts as worse. */
  readonly part?: string
  readonly before: Result | null
  readonly after: Result | null
  /** The current reason; the earlier one if the clause is gone. */
  readonly reason: string
  readonly excuse?: Suppression
}

export interface OpenPointChange {
  readonly id: string
  readonly question: string
  readonly before: Pick<OpenPointAnswer, 'answer' | 'source'> | null
  readonly after: Pick<OpenPointAnswer, 'answer' | 'source'> | null
}

/** Each changed clause is in one list. */
export interface ReportDiff {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome }
  /** Fails now, unwaived, and did not before; not new. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Passed before; selected now, but unanswered and not excused. */
  readonly noLongerObserved: readonly ClauseChange[]
  readonly newlyExcused: readonly ClauseChange[]
  /** Failed before, waived or not; passes now. */
  readonly fixed: readonly ClauseChange[]
  /** Unanswered before; passes now. */
  readonly newlyObserved: readonly ClauseChange[]
  /** Such as from failed to inconclusive or out of scope. */
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  /** Never counts as worse. */
  readonly latency: readonly LatencyChange[]
  /** Differences of the runs. */
  readonly conditions: readonly string[]
}

export type Comparable = Omit<Baseline, 'file' | 'startedAt' | 'clauses'> & {
  readonly measurements?: Measurements
  readonly clauses: readonly (Baseline['clauses'][number] & { readonly part?: string })[]
}
