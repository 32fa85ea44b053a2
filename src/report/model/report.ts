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
  /** The party that could provide an answer; absent if there is one. */
  readonly origin?: Origin
  /** Observations that satisfied the clause. */
  readonly evidence: number
  /** Observations that failed the clause; absent if none. */
  readonly violations?: number
  /** Sum of its checks, in milliseconds; absent if it has none. */
  readonly durationMs?: number
  /** The first evidence of a pass. */
  readonly observation?: PassingObservation
  /** Members that decided, sorted: "<operation> <JSON pointer>", `*` for any element. */
  readonly compared?: readonly string[]
  /** Present if the profile waives the failure, which then does not affect the outcome. */
  readonly waived?: Suppression
  /** Present if the profile excuses a missing answer, which then does not affect the outcome. */
  readonly gap?: Suppression
  readonly failures: readonly Failure[]
}

/** All but `deviations` add up to the number of clauses. */
export interface Summary {
  readonly pass: number
  /** MUSTs and SHOULDs, not waived. */
  readonly fail: number
  /** Without gaps. */
  readonly inconclusive: number
  readonly notApplicable: number
  /** Without gaps. */
  readonly notRun: number
  readonly outOfScope: number
  readonly error: number
  readonly waived: number
  /** Inconclusive or not run, excused by a gap. */
  readonly gaps: number
  /** SHOULDs within `fail`. */
  readonly deviations: number
}

export interface CoverageTotals {
  readonly constraints: number
  readonly inside: number
  readonly outside: number
  readonly both: number
  /** With an untried side and no known reason. */
  readonly unexplained: number
}

export interface ResourceRef {
  readonly kind: string
  readonly id: string
}

export interface LeakedRef extends ResourceRef {
  /** The resource type, if nothing can remove it. */
  readonly irremovable?: string
  /** How to look for it, if no response confirmed its creation. */
  readonly uncertain?: string
  /** Present if the profile allows it to stay, which does not affect the exit code. */
  readonly excused?: Leftover
}

interface ComparedBaseline {
  /** As the user named it. */
  readonly file: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly changes: ReportDiff
}

/** Runs with equal verdicts differ only in `run`, `traffic`, `measurements`, `resources` and exchanges. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion
  readonly tool: Tool
  readonly target: Target
  /** Absent in older reports, which knew only one contract. */
  readonly contract?: ContractInfo
  readonly run: {
    readonly seed: number
    /** ISO 8601, UTC. */
    readonly startedAt: string
    /** Merged: from the earliest start to the latest end. */
    readonly durationMs: number
    readonly options: { readonly [name: string]: Json }
    /** Whether a failed SHOULD affects the outcome. */
    readonly strict: boolean
    readonly interrupted: boolean
    /** Absent if the tenant was not reached, and in older reports. */
    readonly depth?: ChosenDepth
    /** In order of start: "<clause> <phase>". */
    readonly order?: readonly string[]
    /** Absent if a write mode was chosen, or left nothing unchecked. */
    readonly unchecked?: Unchecked
    /** The log ends before the run. */
    readonly truncated?: true
    /** The number of merged reports. */
    readonly shards?: number
    /** The command's exit code. */
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

/** Under a name for messages, such as its file. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}
