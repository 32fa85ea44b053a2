// The types of an overview.
import type { Level, Outcome } from '../../base/verdict.ts'
import type { Summary, Target, Tool } from '../model/report.ts'
import type { Result } from '../model/result.ts'

/** A clause family; an operation for clauses without one. */
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
  /** Null in older reports. */
  readonly contractVersion: string | null
  readonly startedAt: string
  readonly durationMs: number
  readonly strict: boolean
  readonly interrupted: boolean
  readonly outcome: Outcome
  readonly scope: string
  /** Reason for a missing outcome; null if there is an outcome. */
  readonly why: string | null
  readonly summary: Summary
  /** Null for a group without clauses. */
  readonly cells: readonly (Cell | null)[]
}

/** Out-of-scope results do not count. */
export interface Difference {
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** Results by report; null if the report lacks the clause. */
  readonly results: readonly (Result | null)[]
}

export interface Overview {
  readonly contract?: { readonly name: string; readonly title: string }
  readonly groups: readonly Group[]
  readonly reports: readonly OverviewRow[]
  readonly differences: readonly Difference[]
  readonly differencesLeftOut: number
}
