// The type of report.json (schemas/meta/report.json).

import type { ChosenDepth } from '../../base/depth.ts'
import type {
  ClauseInfo,
  ConstraintCoverage,
  ContractInfo,
  Failure,
  OpenPointAnswer,
  PassingObservation,
  RunEvent,
  Traffic,
} from '../../base/event.ts'
import type { Json } from '../../base/json.ts'
import type { Leftover, Suppression } from '../../base/suppression.ts'
import type { schemaVersion, ToolInfo } from '../../base/tool.ts'
import type { Origin, Outcome, Verdict } from '../../base/verdict.ts'
import type { Unchecked } from '../../base/write-mode.ts'
import type { Measurements } from '../measure/measurements.ts'
import type { ReportDiff } from './report-diff.ts'

export type Target = Extract<RunEvent, { type: 'run-started' }>['target']

export type Tool = ToolInfo

export interface ReportClause extends ClauseInfo {
  readonly verdict: Verdict
  readonly reason: string
  /** Who could answer the open clause. */
  readonly origin?: Origin
  /** Number of satisfying observations. */
  readonly evidence: number
  /** Number of violating observations. */
  readonly violations?: number
  /** Milliseconds, summed over its checks. */
  readonly durationMs?: number
  readonly observation?: PassingObservation
  /** Sorted; "<operation> <JSON pointer>", with `*` for any element. */
  readonly compared?: readonly string[]
  /** Excuses the failure, which then does not affect the outcome. */
  readonly waived?: Suppression
  /** Excuses the missing observation, which then does not affect the outcome. */
  readonly gap?: Suppression
  readonly failures: readonly Failure[]
}

/** Counts of clauses. All except `deviations` add up to their number. */
export interface Summary {
  readonly pass: number
  /** Without waived failures. */
  readonly fail: number
  readonly inconclusive: number
  readonly notApplicable: number
  readonly notRun: number
  readonly outOfScope: number
  readonly error: number
  readonly waived: number
  readonly gaps: number
  readonly deviations: number
}

export interface CoverageTotals {
  readonly constraints: number
  readonly inside: number
  readonly outside: number
  readonly both: number
  readonly unexplained: number
}

export interface ResourceRef {
  readonly kind: string
  readonly id: string
}

export interface LeakedRef extends ResourceRef {
  /** Set if nothing can remove the resource. */
  readonly irremovable?: string
  /** Says how to look for the resource. */
  readonly uncertain?: string
  /** Set if the profile allows the resource to stay. */
  readonly excused?: Leftover
}

interface ComparedBaseline {
  readonly file: string
  readonly startedAt: string
  readonly changes: ReportDiff
}

/**
 * Reports of runs with equal verdicts differ only in `run`, `traffic`, `measurements`, `resources` and
 * exchanges.
 */
export interface Report {
  readonly schemaVersion: typeof schemaVersion
  readonly tool: Tool
  readonly target: Target
  /** Absent in older reports. */
  readonly contract?: ContractInfo
  readonly run: {
    readonly seed: number
    readonly startedAt: string
    /** For merged reports: from the earliest start to the latest end. */
    readonly durationMs: number
    readonly options: { readonly [name: string]: Json }
    /** Whether a failed SHOULD affects the outcome. */
    readonly strict: boolean
    readonly interrupted: boolean
    readonly depth?: ChosenDepth
    /** Checks as "<clause> <phase>", in the order in which they started. */
    readonly order?: readonly string[]
    readonly unchecked?: Unchecked
    readonly truncated?: true
    readonly shards?: number
    readonly exit?: number
  }
  readonly outcome: Outcome
  readonly summary: Summary
  /** Sorted by id. */
  readonly clauses: readonly ReportClause[]
  /** Sorted by id. */
  readonly openPoints: readonly OpenPointAnswer[]
  readonly coverage: { readonly constraints: readonly ConstraintCoverage[]; readonly totals: CoverageTotals }
  readonly traffic: Traffic
  /** Absent in older reports. */
  readonly measurements?: Measurements
  readonly baseline?: ComparedBaseline
  readonly resources: {
    readonly created: readonly ResourceRef[]
    readonly deleted: readonly ResourceRef[]
    readonly leaked: readonly LeakedRef[]
  }
  readonly notes: readonly string[]
}

export interface NamedReport {
  readonly name: string
  readonly report: Report
}
