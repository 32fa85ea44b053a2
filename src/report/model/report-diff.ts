// The types of a difference of two reports.
import type { Baseline, OpenPointAnswer, OperationMedian } from '../../base/event.ts'
import type { Excuse } from '../../base/excuse.ts'
import type { Level, Outcome, Verdict } from '../../base/verdict.ts'
import type { Measurements } from '../measure/measurements.ts'

/** A verdict; `deviation` is a failed SHOULD, `waived` a waived failure, `gap` a clause excused by a gap. */
export type Result = Verdict | 'deviation' | 'waived' | 'gap'

/** The median duration and the number of responses. */
export type Median = Omit<OperationMedian, 'operation'>

export interface LatencyChange {
  readonly operation: string
  readonly before: Median
  readonly after: Median
  /** The new median divided by the old, with two digits. */
  readonly factor: number
}

/** A clause with different results; null if a report lacks it. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  /** "profile" for a clause of the profile, which never counts as worse. */
  readonly part?: string
  readonly before: Result | null
  readonly after: Result | null
  /** The current reason, or the earlier one if the clause is gone. */
  readonly reason: string
  readonly excuse?: Excuse
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
  /** Fails now, unwaived, and did not before; not for new clauses. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Passed before; now selected, unanswered and not excused. */
  readonly noLongerObserved: readonly ClauseChange[]
  /** Newly excused by a waiver or gap. */
  readonly newlyExcused: readonly ClauseChange[]
  /** Failed before, waived or not; passes now. */
  readonly fixed: readonly ClauseChange[]
  /** Selected but unanswered before; passes now. */
  readonly newlyObserved: readonly ClauseChange[]
  /** Any other change, such as from failed to inconclusive or out of scope. */
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  /** Operations faster or slower by a factor; never counts as worse. */
  readonly latency: readonly LatencyChange[]
  /** Differences between the runs' conditions. */
  readonly conditions: readonly string[]
}

/** The parts of a report that a comparison needs. */
export type Comparable = Omit<Baseline, 'file' | 'startedAt' | 'clauses'> & {
  readonly measurements?: Measurements
  readonly clauses: readonly (Baseline['clauses'][number] & { readonly part?: string })[]
}
