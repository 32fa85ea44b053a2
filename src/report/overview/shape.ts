// The types of an overview.
import type { Level, Outcome } from '../../base/verdict.ts'
import type { Summary, Target, Tool } from '../model/report.ts'
import type { Result } from '../model/result.ts'

/** A clause family, or an operation for the clauses without a family. */
export interface Group {
  readonly by: 'family' | 'operation'
  readonly name: string
}

export interface Cell {
  readonly state: Result
  readonly counts: Readonly<Partial<Record<Result, number>>>
}

export interface OverviewRow {
  readonly name: string
  readonly page: string | null
  readonly target: Target
  readonly tool: Tool
  /** Null in reports of older versions. */
  readonly contractVersion: string | null
  readonly startedAt: string
  readonly durationMs: number
  readonly strict: boolean
  readonly interrupted: boolean
  readonly outcome: Outcome
  readonly scope: string
  /** The reason why the run did not succeed. Null if it succeeded, or if a clause failed. */
  readonly why: string | null
  readonly summary: Summary
  /** Null if the report has no clauses in the group. */
  readonly cells: readonly (Cell | null)[]
}

/** A clause with different results. "Out of scope" does not count as different. */
export interface Difference {
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** Null if a report does not contain the clause. */
  readonly results: readonly (Result | null)[]
}

export interface Overview {
  readonly contract?: { readonly name: string; readonly title: string }
  readonly groups: readonly Group[]
  readonly reports: readonly OverviewRow[]
  readonly differences: readonly Difference[]
  readonly differencesLeftOut: number
}
