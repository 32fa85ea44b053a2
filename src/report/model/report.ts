// The report of a run: the shape of report.json, whose JSON Schema is schemas/meta/report.json.

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

/** What was decided about one clause, and why. */
export interface ReportClause extends ClauseInfo {
  readonly verdict: Verdict
  readonly reason: string
  /** Whose matter it is that there is no answer, here or where no other shard has one; absent where there is one. */
  readonly origin?: Origin
  /** How many observations satisfied the clause. */
  readonly evidence: number
  /** How many observations failed the clause; absent where none did. */
  readonly violations?: number
  /** Milliseconds that its checks took, one beside the other; absent where it has none of its own. */
  readonly durationMs?: number
  /** Of a pass, the first observation that it rests on. */
  readonly observation?: Observation
  /** The members whose values decided: "<operation> <JSON pointer>", `*` for any element; sorted. */
  readonly compared?: readonly string[]
  /** Present where the profile waives the failure, which then does not touch the outcome. */
  readonly waived?: Excuse
  /** Present where the profile says that the clause can't be observed, so that it does not touch the outcome. */
  readonly gap?: Excuse
  readonly failures: readonly Failure[]
}

/** Clauses by verdict. All but `deviations` add up to the number of clauses. */
export interface Summary {
  readonly pass: number
  /** Failed and not waived, of either level. */
  readonly fail: number
  /** Not excused by a gap. */
  readonly inconclusive: number
  readonly notApplicable: number
  /** Not excused by a gap. */
  readonly notRun: number
  readonly outOfScope: number
  readonly error: number
  /** Failed and waived. */
  readonly waived: number
  /** Inconclusive or not run, and excused by a gap. */
  readonly gaps: number
  /** How many of `fail` are of level SHOULD. */
  readonly deviations: number
}

export interface CoverageTotals {
  readonly constraints: number
  readonly inside: number
  readonly outside: number
  readonly both: number
  /** Constraints of which a side was not exercised and no reason is known. */
  readonly unexplained: number
}

export interface ResourceRef {
  readonly kind: string
  readonly id: string
}

/** What a run made and could not remove. */
export interface LeakedRef extends ResourceRef {
  /** The resource, where neither an operation nor a fixture removes it. */
  readonly irremovable?: string
  /** How to look for it: present where no response said whether it was made. */
  readonly uncertain?: string
  /** Present where the profile says that it may stay, so that it does not touch the exit code. */
  readonly excused?: Leftover
}

/** An earlier report, and what changed since. */
interface ComparedBaseline {
  /** Its file, as it was named. */
  readonly file: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly changes: ReportDiff
}

/** What varies between two runs of equal verdicts stands in `run`, `traffic`, `resources` and the exchanges. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion
  readonly tool: Tool
  readonly target: Target
  /** Absent in reports of versions that knew one contract alone. */
  readonly contract?: ContractInfo
  readonly run: {
    readonly seed: number
    /** ISO 8601, UTC. */
    readonly startedAt: string
    /** Of a merged report, from the earliest start to the latest end. */
    readonly durationMs: number
    readonly options: { readonly [name: string]: Json }
    /** Whether a failed SHOULD counts against the outcome. */
    readonly strict: boolean
    readonly interrupted: boolean
    /** How much was tried, and why; absent where the tenant was not reached, and in reports of older versions. */
    readonly depth?: ChosenDepth
    /** The checks in the order in which they were begun: "<clause> <phase>". */
    readonly order?: readonly string[]
    /** Absent where the write mode left nothing unchecked, or somebody chose it. */
    readonly unchecked?: Unchecked
    /** Present where the log ends before the run did. */
    readonly truncated?: true
    /** How many reports this one was merged from. */
    readonly shards?: number
    /** Exit code of the command line that made the report. */
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
  /** Absent in reports of older versions. */
  readonly measurements?: Measurements
  /** What changed since the earlier report that the run was compared with. */
  readonly baseline?: ComparedBaseline
  readonly resources: {
    readonly created: readonly ResourceRef[]
    readonly deleted: readonly ResourceRef[]
    readonly leaked: readonly LeakedRef[]
  }
  readonly notes: readonly string[]
}

/** A report under the name by which messages speak of it, for example its file. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}
