// The types of the difference between two reports.
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
  readonly factor: number
}

/** A result is null if the report does not contain the clause. */
export interface ClauseChange {
  readonly id: string
  readonly level: Level
  readonly part?: string
  readonly before: Result | null
  readonly after: Result | null
  /** The reason for the new result, or for the earlier result if the newer report lacks the clause. */
  readonly reason: string
  readonly excuse?: Suppression
}

export interface OpenPointChange {
  readonly id: string
  readonly question: string
  readonly before: Pick<OpenPointAnswer, 'answer' | 'source'> | null
  readonly after: Pick<OpenPointAnswer, 'answer' | 'source'> | null
}

/** Each changed clause is in exactly one of the lists. */
export interface ReportDiff {
  readonly outcome: { readonly before: Outcome; readonly after: Outcome }
  /** Clauses that now fail without a waiver. In the earlier report, they did not fail, or had a waiver. */
  readonly newlyFailing: readonly ClauseChange[]
  /** Clauses that passed in the earlier report, and that the later run selected but did not observe. */
  readonly noLongerObserved: readonly ClauseChange[]
  readonly newlyExcused: readonly ClauseChange[]
  readonly fixed: readonly ClauseChange[]
  readonly newlyObserved: readonly ClauseChange[]
  readonly changed: readonly ClauseChange[]
  readonly gone: readonly ClauseChange[]
  readonly new: readonly ClauseChange[]
  readonly openPoints: readonly OpenPointChange[]
  readonly latency: readonly LatencyChange[]
  readonly conditions: readonly string[]
}

export type Comparable = Omit<Baseline, 'file' | 'startedAt' | 'clauses'> & {
  readonly measurements?: Measurements
  readonly clauses: readonly (Baseline['clauses'][number] & { readonly part?: string })[]
}
