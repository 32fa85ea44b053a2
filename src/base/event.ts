// Events of a run. The log contains these events, and every report is built from the log.

import type { ChosenDepth } from './depth.ts'
import type { Exchange } from './exchange.ts'
import type { Json } from './json.ts'
import type { Leftover, Suppression } from './suppression.ts'
import type { logVersion, ToolInfo } from './tool.ts'
import type { Level, Origin, Outcome, Verdict } from './verdict.ts'
import type { Unchecked } from './write-mode.ts'

export interface ClauseInfo {
  readonly id: string
  readonly level: Level
  /** Part of the specification, for example "4.4". */
  readonly part: string
  readonly operation: string
  readonly statement: string
  readonly family?: string
  /** Position in chains of causes, by name of the chain. In reports, causes come first. */
  readonly chains?: Readonly<Record<string, number>>
}

export interface Failure {
  readonly message: string
  readonly expected: string
  readonly received: string
  /** Short name of the observation, for example "refused", "as-sent" or "shape". */
  readonly kind?: string
  /** JSON pointers into the response body. `*` stands for any array element. */
  readonly pointers?: readonly string[]
  readonly exchange: Exchange | null
  /** The request that the check compares with `exchange`. Null without a comparison. */
  readonly control: Exchange | null
  /** Earlier exchanges that led to the failure. */
  readonly steps?: readonly Exchange[]
  /** Shell commands that repeat the request with curl, with environment variables instead of tokens. */
  readonly curl: string
  readonly seed: number
  /** Path of the random sample for fast-check. Null without random data. */
  readonly path: string | null
}

export interface PassingObservation {
  readonly kind: string
  /** Null if a single exchange cannot show the observation. */
  readonly exchange: Exchange | null
  readonly control: Exchange | null
  readonly steps?: readonly Exchange[]
  /** Describes an observation that a single exchange cannot show. */
  readonly shows?: string
}

export interface Baseline {
  readonly file: string
  readonly tool: ToolInfo
  readonly startedAt: string
  readonly outcome: Outcome
  readonly target: {
    readonly baseUrl: string
    readonly profile: string | null
    /** Missing in reports of older versions. */
    readonly embedded?: boolean
  }
  readonly contract?: ContractInfo
  readonly run: {
    readonly strict: boolean
    readonly interrupted: boolean
    /** Missing in reports of older versions. */
    readonly options?: { readonly [name: string]: Json }
  }
  readonly clauses: readonly {
    readonly id: string
    readonly level: Level
    readonly verdict: Verdict
    readonly reason: string
    readonly waived?: Suppression
    readonly gap?: Suppression
  }[]
  readonly openPoints: readonly OpenPointAnswer[]
  readonly medians?: readonly OperationMedian[]
}

export interface OperationMedian {
  readonly operation: string
  readonly answers: number
  readonly medianMs: number
}

export interface ContractInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  /** Families of clauses in the order of reports. */
  readonly families?: readonly string[]
  /** Explains why no fault proves that the contract's checks can fail. */
  readonly unproven?: string
}

export type OpenPointSource = 'declared' | 'observed' | 'unknown'

export interface OpenPointAnswer {
  readonly id: string
  readonly part: string
  readonly question: string
  readonly answer: Json
  readonly source: OpenPointSource
  readonly observed?: readonly { readonly value: Json; readonly count: number }[]
}

export interface ConstraintCoverage {
  readonly operation: string
  /** JSON pointer of the limited value. `*` stands for any array element. */
  readonly pointer: string
  readonly keyword: string
  readonly clause: string | null
  readonly inside: boolean
  readonly outside: boolean
  readonly reason: string | null
}

export interface DeliveryMark {
  /** Number of the forwarder (a resource that forwards events), in the order of creation. */
  readonly forwarder: number
  readonly atMs: number
  /** `updated`: an update changed more than the state. */
  readonly act: 'created' | 'state' | 'updated' | 'triggered' | 'delivered'
  /** The new state for `state`, or the status of the response for a request. */
  readonly what: string
}

export interface Traffic {
  readonly requests: number
  readonly writes: number
  readonly rateLimited: number
  /** Total time that the run waited because of the tenant's rate limit. */
  readonly waitedMs: number
  readonly byStatus: Readonly<Record<string, number>>
}

export type Phase = 'preflight' | 'examples' | 'boundaries' | 'random' | 'stateful' | 'clean-up'

export type RunEvent =
  | {
      readonly type: 'run-started'
      readonly target: {
        readonly baseUrl: string
        readonly authUrl: string
        readonly embedded: boolean
        readonly profile: string | null
      }
      readonly tool?: ToolInfo
      readonly logVersion?: typeof logVersion
      /** Missing in logs of older versions. */
      readonly contract?: ContractInfo
      readonly seed: number
      readonly startedAtMs: number
      readonly options: { readonly [name: string]: Json }
      readonly clauses: readonly ClauseInfo[]
      readonly strict: boolean
    }
  | {
      readonly type: 'planned'
      /** Estimated number of requests. Null if the contract was not measured. */
      readonly requests: number | null
      readonly clauses: number
    }
  | ({
      /** Written only if the run chose the depth from the tenant's speed. */
      readonly type: 'depth'
      readonly examples: number
    } & ChosenDepth)
  | {
      readonly type: 'phase-started'
      readonly phase: Phase
      readonly atMs: number
    }
  | {
      readonly type: 'observed'
      readonly clause: string
      readonly atMs: number
      /** Message of the failure. Null for a satisfied clause or a waived failure. */
      readonly failure: string | null
    }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | {
      readonly type: 'waited'
      readonly fromMs: number
      readonly durationMs: number
    }
  | ({ readonly type: 'delivery' } & DeliveryMark)
  | {
      readonly type: 'clause-judged'
      readonly clause: string
      readonly verdict: Verdict
      /** Explains the verdict. For `pass`, describes the observation. */
      readonly reason: string
      /** Cause of `inconclusive` or `not-run`. Also set if another shard can still judge the clause. */
      readonly origin?: Origin
      /** Number of observations that satisfy the clause. */
      readonly evidence: number
      /** Number of observations that violate the clause. Missing if 0. */
      readonly violations?: number
      /** Sum of the durations of all checks of the clause, including parallel checks. */
      readonly durationMs?: number
      readonly observation?: PassingObservation
      /** Compared members as "<operation> <JSON pointer>", sorted. */
      readonly compared?: readonly string[]
      readonly failures: readonly Failure[]
      readonly waived?: Suppression
      readonly gap?: Suppression
    }
  | { readonly type: 'open-points'; readonly answers: readonly OpenPointAnswer[] }
  | { readonly type: 'coverage'; readonly constraints: readonly ConstraintCoverage[] }
  | { readonly type: 'note'; readonly message: string }
  | {
      readonly type: 'resource'
      readonly action: 'created' | 'deleted' | 'leaked'
      readonly kind: string
      readonly id: string
      /** Explains why no request can remove the leaked resource. */
      readonly irremovable?: string
      /** Explains how to search for the resource, if no response confirmed the creation. */
      readonly uncertain?: string
      readonly excused?: Leftover
    }
  | ({ readonly type: 'baseline' } & Baseline)
  | {
      readonly type: 'run-finished'
      readonly durationMs: number
      readonly traffic: Traffic
      readonly interrupted: boolean
      /** Checks as "<clause> <phase>", in the order of their starts. */
      readonly order?: readonly string[]
      readonly unchecked?: Unchecked
    }
  | {
      readonly type: 'concluded'
      readonly exit: number
      /** The profile into which `--write-gaps` writes gaps. */
      readonly gapsFile?: string
    }
