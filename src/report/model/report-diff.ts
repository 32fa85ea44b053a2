// The shape of a difference of two reports.
import type { Baseline, OpenPointAnswer, OperationMedian } from '../../base/event.ts'
import type { Excuse } from '../../base/excuse.ts'
import type { Level, Outcome, Verdict } from '../../base/verdict.ts'
import type { Measurements } from '../measure/measurements.ts'

/** A verdict; a failed SHOULD is a `deviation`, a waived failure of either level is `waived`, what a gap excuses is a `gap`. */
export type Result = Verdict | 'deviation' | 'waived' | 'gap'

/** How long half of the answers took, and how many there were. */
export type Median = Omit<OperationMedian, 'operation'>

/** An operation that answers faster or slower than before. */
export interface LatencyChange {
  readonly operation: string
  readonly before: Median
  readonly after: Median
  /** How many times as long the median is now, of two digits. */
  readonly factor: number
}

/** A clause of which two reports say different things; null where a report does not know it. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  /** The part of the specification; "profile" for what is the profile's alone, which gets nothing worse. */
  readonly part?: string
  readonly before: Result | null
  readonly after: Result | null
  /** Why it stands as it does now, or did before where it is gone. */
  readonly reason: string
  /** What excuses it now. */
  readonly excuse?: Excuse
}

export interface OpenPointChange {
  readonly id: string
  readonly question: string
  readonly before: Pick<OpenPointAnswer, 'answer' | 'source'> | null
  readonly after: Pick<OpenPointAnswer, 'answer' | 'source'> | null
}

/** Each clause that changed stands in one list. */
export interface ReportDiff {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome }
  /** Fails now, unwaived, and did not before; a clause that is new does not count. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Passed before, was asked for again, and has no answer now that no gap excuses. */
  readonly noLongerObserved: readonly ClauseChange[]
  /** A waiver or a gap excuses it now, and none did. */
  readonly newlyExcused: readonly ClauseChange[]
  /** Failed before, waived or not, and passes now. */
  readonly fixed: readonly ClauseChange[]
  /** Was asked for and had no answer before, and passes now. */
  readonly newlyObserved: readonly ClauseChange[]
  /** Any other change of result, for example from failed to inconclusive, or to what was not asked for. */
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  /** Operations that answer by a factor faster or slower; it gets nothing worse by itself. */
  readonly latency: readonly LatencyChange[]
  /** Where the two runs were not alike, so that a difference may come from there. */
  readonly conditions: readonly string[]
}

/** What a comparison needs of a report. */
export type Comparable = Omit<Baseline, 'file' | 'startedAt' | 'clauses'> & {
  readonly measurements?: Measurements
  readonly clauses: readonly (Baseline['clauses'][number] & { readonly part?: string })[]
}
