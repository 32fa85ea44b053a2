// The type of the file report.json, which schemas/meta/report.json describes.

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
  /** Who can remove the obstacle, if the run did not observe the clause. */
  readonly origin?: Origin
  /** Number of observations that satisfied the clause. */
  readonly evidence: number
  /** Number of observations that violated the clause. */
  readonly violations?: number
  /** The sum of the durations of all checks of the clause, in milliseconds. */
  readonly durationMs?: number
  readonly observation?: PassingObservation
  /**
   * The sorted names of compared members: "<operation> <JSON pointer>". `*` in a pointer stands for any array
   * element.
   */
  readonly compared?: readonly string[]
  /** The waiver that excuses the failure of this clause. An excused failure does not affect the outcome. */
  readonly waived?: Suppression
  /** The gap that excuses the missing observation. An excused clause does not affect the outcome. */
  readonly gap?: Suppression
  readonly failures: readonly Failure[]
}

/** Counts of clauses. All members except `deviations` add up to the number of clauses. */
export interface Summary {
  readonly pass: number
  /** Number of failed clauses, without the waived ones. */
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
  /** The reason why no operation can remove the resource, if that is the case. */
  readonly irremovable?: string
  /** How to search for the resource, if the run does not know whether the resource exists. */
  readonly uncertain?: string
  /** The declaration in the profile that allows this resource to stay. */
  readonly excused?: Leftover
}

interface ComparedBaseline {
  readonly file: string
  readonly startedAt: string
  readonly changes: ReportDiff
}

/** Even if two reports have equal verdicts, their durations, counts and exchanges can differ. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion
  readonly tool: Tool
  readonly target: Target
  /** Missing in older reports. */
  readonly contract?: ContractInfo
  readonly run: {
    readonly seed: number
    readonly startedAt: string
    /** A merged report contains the time from the earliest start to the latest end. */
    readonly durationMs: number
    readonly options: { readonly [name: string]: Json }
    /** Whether a failed SHOULD clause affects the outcome. */
    readonly strict: boolean
    readonly interrupted: boolean
    readonly depth?: ChosenDepth
    /** The checks in the order in which they started, each as "<clause> <phase>". */
    readonly order?: readonly string[]
    readonly unchecked?: Unchecked
    readonly truncated?: true
    readonly shards?: number
    readonly exit?: number
    /** The profile of --write-gaps, into which the command writes unanswered clauses as gaps. */
    readonly gapsFile?: string
  }
  readonly outcome: Outcome
  readonly summary: Summary
  /** Sorted by id. */
  readonly clauses: readonly ReportClause[]
  /** Sorted by id. */
  readonly openPoints: readonly OpenPointAnswer[]
  readonly coverage: { readonly constraints: readonly ConstraintCoverage[]; readonly totals: CoverageTotals }
  readonly traffic: Traffic
  /** Missing in older reports. */
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
