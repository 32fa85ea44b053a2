// The shape of an overview: reports side by side, and what they say differently.
import type { Level, Outcome } from '../../base/verdict.ts'
import type { Summary, Target, Tool } from '../model/report.ts'
import type { Result } from '../model/report-diff.ts'

/** What clauses are sorted by: their family, or their operation where a report tells no families. */
export interface Group {
  readonly by: 'family' | 'operation'
  readonly name: string
}

/** What the clauses of a group came to in one report. */
export interface Cell {
  /** The result that weighs most. */
  readonly state: Result
  /** Clauses by result; results that none has are absent. */
  readonly counts: Readonly<Partial<Record<Result, number>>>
}

export interface OverviewRow {
  readonly name: string
  readonly page: string | null
  readonly target: Target
  readonly tool: Tool
  /** Of the contract; null in reports of versions that knew one contract alone. */
  readonly contractVersion: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly strict: boolean
  readonly interrupted: boolean
  readonly outcome: Outcome
  /** Over which clauses the outcome is, in words. */
  readonly scope: string
  /** Why the outcome is none, in words; null where it is one. */
  readonly why: string | null
  readonly summary: Summary
  /** In the order of the groups; null where the report has no clause of one. */
  readonly cells: readonly (Cell | null)[]
}

/** A clause of which the reports say different things; what is not asked for says nothing. */
export interface Difference {
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** In the order of the reports; null where one does not know the clause. */
  readonly results: readonly (Result | null)[]
}

export interface Overview {
  /** What the tenants were held against; absent where no report tells. */
  readonly contract?: { readonly name: string; readonly title: string }
  readonly groups: readonly Group[]
  readonly reports: readonly OverviewRow[]
  /** Those that weigh most first. */
  readonly differences: readonly Difference[]
  /** How many more clauses differ than are told. */
  readonly differencesLeftOut: number
}
