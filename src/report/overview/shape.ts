// The types of an overview.
import type { Level, Outcome } from '../../base/verdict.ts'
import type { Summary, Target, Tool } from '../model/report.ts'
import type { Result } from '../model/report-diff.ts'

/** The clauses' family, or their operation if the report has no families. */
export interface Group {
  readonly by: 'family' | 'operation'
  readonly name: string
}

export interface Cell {
  /** The most important result. */
  readonly state: Result
  /** Clauses by result, without zeros. */
  readonly counts: Readonly<Partial<Record<Result, number>>>
}

export interface OverviewRow {
  readonly name: string
  readonly page: string | null
  readonly target: Target
  readonly tool: Tool
  /** Null in older reports, which had only one contract. */
  readonly contractVersion: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly strict: boolean
  readonly interrupted: boolean
  readonly outcome: Outcome
  /** The selected clauses in words. */
  readonly scope: string
  /** Why there is no outcome; null if there is one. */
  readonly why: string | null
  readonly summary: Summary
  /** In the order of groups; null if the report has no clause of the group. */
  readonly cells: readonly (Cell | null)[]
}

/** A clause with different results; out-of-scope results do not count. */
export interface Difference {
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** In the order of reports; null if a report lacks the clause. */
  readonly results: readonly (Result | null)[]
}

export interface Overview {
  /** Absent if no report names a contract. */
  readonly contract?: { readonly name: string; readonly title: string }
  readonly groups: readonly Group[]
  readonly reports: readonly OverviewRow[]
  /** Most important first. */
  readonly differences: readonly Difference[]
  /** The number of further differing clauses. */
  readonly differencesLeftOut: number
}
