// The type of report.json; its JSON Schema is schemas/meta/report.json.

import type {
  ChosenDepth,
  ClauseInfo,
  ConstraintCoverage,
  ContractInfo,
  Failure,
  Observation,
  OpenPointAnswer,
  RunEvent,
  Traffic,
  Unchecked,
} from '../../base/event.ts'
import type { Excuse, Leftover } from '../../base/excuse.ts'
import type { Json } from '../../base/json.ts'
import type { schemaVersion, ToolInfo } from '../../base/tool.ts'
import type { Origin, Outcome, Verdict } from '../../base/verdict.ts'
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
  /** Total milliseconds of its checks; absent if it has no checks. */
  readonly durationMs?: number
  /** The first evidence of a pass. */
  readonly observation?: Observation
  /** Members that decided: "<operation> <JSON pointer>", `*` for any element; sorted. */
  readonly compared?: readonly string[]
  /** Present if the profile waives the failure, which then does not affect the outcome. */
  readonly waived?: Excuse
  /** Present if the profile declares the clause unobservable, so that it does not affect the outcome. */
  readonly gap?: Excuse
  readonly failures: readonly Failure[]
}

/** Clauses by verdict. The numbers without `deviations` add up to all clauses. */
export interface Summary {
  readonly pass: number
  /** Failed MUSTs and SHOULDs, without waived ones. */
  readonly fail: number
  /** Without gaps. */
  readonly inconclusive: number
  readonly notApplicable: number
  /** Without gaps. */
  readonly notRun: number
  readonly outOfScope: number
  readonly error: number
  readonly waived: number
  /** Inconclusive or not run, and excused by a gap. */
  readonly gaps: number
  /** Failed SHOULDs, included in `fail`. */
  readonly deviations: number
}

export interface CoverageTotals {
  readonly constraints: number
  readonly inside: number
  readonly outside: number
  readonly both: number
  /** Constraints with an untried side and no known reason. */
  readonly unexplained: number
}

export interface ResourceRef {
  readonly kind: string
  readonly id: string
}

/** A resource that the run could not remove. */
export interface LeakedRef extends ResourceRef {
  /** The resource type, if no operation or fixture can remove it. */
  readonly irremovable?: string
  /** How to look for it; present if no response confirmed its creation. */
  readonly uncertain?: string
  /** Present if the profile allows it to stay, so that it does not affect the exit code. */
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
  /** Absent in older reports, which had only one contract. */
  readonly contract?: ContractInfo
  readonly run: {
    readonly seed: number
    /** ISO 8601, UTC. */
    readonly startedAt: string
    /** In a merged report, from the earliest start to the latest end. */
    readonly durationMs: number
    readonly options: { readonly [name: string]: Json }
    /** Whether a failed SHOULD affects the outcome. */
    readonly strict: boolean
    readonly interrupted: boolean
    /** The depth and its reason; absent if the tenant was not reached, and in older reports. */
    readonly depth?: ChosenDepth
    /** Checks in order of their start: "<clause> <phase>". */
    readonly order?: readonly string[]
    /** Absent if a write mode was chosen, or left nothing unchecked. */
    readonly unchecked?: Unchecked
    /** Present if the log ends before the run. */
    readonly truncated?: true
    /** The number of merged reports. */
    readonly shards?: number
    /** The exit code of the command. */
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
  /** Changes since the earlier report. */
  readonly baseline?: ComparedBaseline
  readonly resources: {
    readonly created: readonly ResourceRef[]
    readonly deleted: readonly ResourceRef[]
    readonly leaked: readonly LeakedRef[]
  }
  readonly notes: readonly string[]
}

/** A report with its name in messages, for example its file. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}
