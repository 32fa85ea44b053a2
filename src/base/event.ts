// Events of a run. Every report is built from this log.

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
  /** Depth in each chain of causes. Reports show the lowest first. Never affects a verdict. */
  readonly chains?: Readonly<Record<string, number>>
}

export interface Failure {
  readonly message: string
  readonly expected: string
  readonly received: string
  /** For example "refused", "as-sent" or "shape". */
  readonly kind?: string
  /** JSON pointers into the response; `*` stands for any element. */
  readonly pointers?: readonly string[]
  readonly exchange: Exchange | null
  /** An accepted request that differs in one point. */
  readonly control: Exchange | null
  /** Earlier exchanges that the failure depends on. */
  readonly steps?: readonly Exchange[]
  /** Reproduces the request. Environment variables replace tokens. */
  readonly curl: string
  readonly seed: number
  /** Path that replays a fast-check sample; null without random data. */
  readonly path: string | null
}

export interface PassingObservation {
  readonly kind: string
  /** Null if the observation needs several requests. */
  readonly exchange: Exchange | null
  readonly control: Exchange | null
  readonly steps?: readonly Exchange[]
  /** Describes the observation if no exchange shows it. */
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
    /** Absent in older reports. */
    readonly embedded?: boolean
  }
  readonly contract?: ContractInfo
  readonly run: {
    readonly strict: boolean
    readonly interrupted: boolean
    /** Absent in older reports. */
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
  /** In display order. */
  readonly families?: readonly string[]
  /** Set if no seeded fault proves that the contract's checks can fail. */
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
  /** JSON pointer of the constraint; `*` stands for any element. */
  readonly pointer: string
  readonly keyword: string
  readonly clause: string | null
  readonly inside: boolean
  readonly outside: boolean
  readonly reason: string | null
}

export interface DeliveryMark {
  /** Forwarders are numbered in the order of their creation. */
  readonly forwarder: number
  readonly atMs: number
  /** `updated`: the update changed more than the state. */
  readonly act: 'created' | 'state' | 'updated' | 'triggered' | 'delivered'
  /** The new state, or the status of the response. */
  readonly what: string
}

export interface Traffic {
  readonly requests: number
  readonly writes: number
  readonly rateLimited: number
  /** Time that the run waited for the tenant's rate limit. */
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
      /** Absent in older logs. */
      readonly contract?: ContractInfo
      readonly seed: number
      readonly startedAtMs: number
      readonly options: { readonly [name: string]: Json }
      readonly clauses: readonly ClauseInfo[]
      readonly strict: boolean
    }
  | {
      readonly type: 'planned'
      /** Estimate; null without a measurement. */
      readonly requests: number | null
      readonly clauses: number
    }
  | ({
      /** Sent if the depth depends on the tenant's speed. */
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
      /** Null if satisfied or waived. */
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
      /** For `pass`, describes the observation. */
      readonly reason: string
      /** Who can resolve the open clause. Also set if another shard may have the answer. */
      readonly origin?: Origin
      /** Number of satisfying observations. */
      readonly evidence: number
      /** Number of violating observations; absent if 0. */
      readonly violations?: number
      /** Sum over concurrent checks. */
      readonly durationMs?: number
      readonly observation?: PassingObservation
      /** Sorted; "<operation> <JSON pointer>" of each compared member. */
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
      /** Set if nothing can remove the leaked resource. */
      readonly irremovable?: string
      /** How to search for the resource. No response confirmed its creation. */
      readonly uncertain?: string
      readonly excused?: Leftover
    }
  | ({ readonly type: 'baseline' } & Baseline)
  | {
      readonly type: 'run-finished'
      readonly durationMs: number
      readonly traffic: Traffic
      readonly interrupted: boolean
      /** Checks as "<clause> <phase>", in the order in which they started. */
      readonly order?: readonly string[]
      readonly unchecked?: Unchecked
    }
  | {
      readonly type: 'concluded'
      readonly exit: number
    }
