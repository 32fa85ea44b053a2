// The event log of a run: every report is a view of it.

import type { Depth } from './depth.ts'
import type { Exchange } from './exchange.ts'
import type { Excuse, Leftover } from './excuse.ts'
import type { Json } from './json.ts'
import type { logVersion, ToolInfo } from './tool.ts'
import type { Level, Origin, Outcome, Verdict } from './verdict.ts'

export interface ClauseInfo {
  readonly id: string
  readonly level: Level
  /** The part of the specification, for example "4.4". */
  readonly part: string
  /** An operation name, or "any". */
  readonly operation: string
  readonly statement: string
  /** What it is about, as the contract sorts its clauses; absent where it does not. */
  readonly family?: string
  /** Its place in chains of causes, by their names: of failures that show the same, the one before the others leads. It is never a reason for its verdict. */
  readonly chains?: Readonly<Record<string, number>>
}

/** One failed expectation, with all that is needed to understand and repeat it. */
export interface Failure {
  readonly message: string
  readonly expected: string
  readonly received: string
  /** The kind of evidence that was not met, in a word of the oracle's: "refused", "as-sent", "shape"; absent in older reports. */
  readonly kind?: string
  /** JSON pointers of the members of the response that are wrong, `*` for any element; absent where it is none. */
  readonly pointers?: readonly string[]
  readonly exchange: Exchange | null
  /** The accepted request that the failing one differs from in one point. */
  readonly control: Exchange | null
  /** What was sent before, without which the failing request means nothing, in order; absent where it means what it says by itself. */
  readonly steps?: readonly Exchange[]
  /** Shell lines that send the request(s) again; tokens appear as environment variables. */
  readonly curl: string
  readonly seed: number
  /** fast-check's replay path; null for a check that draws nothing. */
  readonly path: string | null
}

/** An observation that satisfied a clause: what a pass rests on. */
export interface Observation {
  /** What was observed, in a word of the oracle's: "refused", "as-sent", "shape". */
  readonly kind: string
  /** The exchange that showed it; null where it was none of a single request. */
  readonly exchange: Exchange | null
  /** The accepted request beside it. */
  readonly control: Exchange | null
  /** What was sent before, without which it means nothing: the last of it, in order. */
  readonly steps?: readonly Exchange[]
  /** What was seen, in words, where no exchange shows it. */
  readonly shows?: string
}

/** An earlier report that a run was given to be compared with, as far as that needs it. */
export interface Baseline {
  /** The file, as it was named. */
  readonly file: string
  readonly tool: ToolInfo
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly outcome: Outcome
  readonly target: {
    readonly baseUrl: string
    readonly profile: string | null
    /** Absent in what older versions wrote. */
    readonly embedded?: boolean
  }
  readonly contract?: ContractInfo
  readonly run: {
    readonly strict: boolean
    readonly interrupted: boolean
    /** Absent in what older versions wrote. */
    readonly options?: { readonly [name: string]: Json }
  }
  readonly clauses: readonly {
    readonly id: string
    readonly level: Level
    readonly verdict: Verdict
    readonly reason: string
    readonly waived?: Excuse
    readonly gap?: Excuse
  }[]
  readonly openPoints: readonly OpenPointAnswer[]
  /** Sorted by operation; absent where nothing was measured. */
  readonly medians?: readonly OperationMedian[]
}

/** How long the answers of one operation took. */
export interface OperationMedian {
  readonly operation: string
  /** How many there were. */
  readonly answers: number
  /** Milliseconds in which half of them came. */
  readonly medianMs: number
}

/** The contract that a tenant is held against. */
export interface ContractInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  /** The families of its clauses, in the order in which they are told. */
  readonly families?: readonly string[]
  /** Why nothing shows that its clauses are able to fail; absent where faults of a reference tenant do. */
  readonly unproven?: string
}

export type OpenPointSource = 'declared' | 'observed' | 'unknown'

export interface OpenPointAnswer {
  readonly id: string
  readonly part: string
  readonly question: string
  readonly answer: Json
  readonly source: OpenPointSource
  /** All values that the run saw, most frequent first; absent where it saw none. */
  readonly observed?: readonly { readonly value: Json; readonly count: number }[]
}

/** Whether both sides of one keyword of a request schema were exercised. */
export interface ConstraintCoverage {
  readonly operation: string
  /** JSON pointer into the instance, "*" standing for any element. */
  readonly pointer: string
  readonly keyword: string
  readonly clause: string | null
  readonly inside: boolean
  readonly outside: boolean
  /** Why a side was not exercised; null where both were. */
  readonly reason: string | null
}

/** Something that happened to what forwards events, or that it did. */
export interface DeliveryMark {
  /** Which one, numbered in the order of creation. */
  readonly forwarder: number
  /** Milliseconds since the epoch. */
  readonly atMs: number
  /** It was made; its state was set; it was changed otherwise; an event was triggered for it; one was delivered. */
  readonly act: 'created' | 'state' | 'updated' | 'triggered' | 'delivered'
  /** The state, or the status of the answer. */
  readonly what: string
}

export interface Traffic {
  readonly requests: number
  readonly writes: number
  readonly rateLimited: number
  /** Milliseconds spent waiting because the tenant asked for it. */
  readonly waitedMs: number
  readonly byStatus: Readonly<Record<string, number>>
}

export type Phase = 'preflight' | 'examples' | 'boundaries' | 'random' | 'stateful' | 'clean-up'

/** What a run did not check for a write mode that nobody chose. */
export interface Unchecked {
  readonly clauses: number
  /** What other modes would change, in a sentence's words. */
  readonly otherwise: string
}

/** How much a run tries, and why so much. */
export interface ChosenDepth {
  readonly depth: Depth
  /** In a few words. */
  readonly reason: string
  /** What a deeper run would add; absent where there is no deeper one. */
  readonly deeper?: {
    readonly depth: Depth
    /** About how many requests more; null where nothing was measured. */
    readonly requests: number | null
    /** About how many seconds more; null where the speed of the tenant is not known. */
    readonly seconds: number | null
  }
}

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
      /** Of the log, where it is kept. */
      readonly logVersion?: typeof logVersion
      /** Absent in what was written before contracts were told. */
      readonly contract?: ContractInfo
      readonly seed: number
      readonly startedAtMs: number
      readonly options: { readonly [name: string]: Json }
      readonly clauses: readonly ClauseInfo[]
      readonly strict: boolean
    }
  | {
      /** What the run is about to do, so that one can tell how far it has come. */
      readonly type: 'planned'
      /** About how many requests; null where nothing was measured. */
      readonly requests: number | null
      /** How many clauses requests will be sent for. */
      readonly clauses: number
    }
  | ({
      /** How much the run tries: after the preflight, where it chooses by the tenant's speed. */
      readonly type: 'depth'
      /** Random samples for each property. */
      readonly examples: number
    } & ChosenDepth)
  | {
      readonly type: 'phase-started'
      readonly phase: Phase
      /** Milliseconds since the epoch. */
      readonly atMs: number
    }
  | {
      /** The first observation of a clause, and the first one that failed it: how far the run has come. The verdict is told at the end. */
      readonly type: 'observed'
      readonly clause: string
      /** Milliseconds since the epoch. */
      readonly atMs: number
      /** What was wrong; null where nothing was, or where the failure is waived. */
      readonly failure: string | null
    }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | {
      /** For so long nothing was sent, as the tenant had asked for it. */
      readonly type: 'waited'
      /** Milliseconds since the epoch. */
      readonly fromMs: number
      readonly durationMs: number
    }
  | ({ readonly type: 'delivery' } & DeliveryMark)
  | {
      readonly type: 'clause-judged'
      readonly clause: string
      readonly verdict: Verdict
      /** Why the verdict is not `pass`; for `pass`, what was observed. */
      readonly reason: string
      /** Whose matter it is that there is no answer, here or where no other shard has one; absent where there is one. */
      readonly origin?: Origin
      /** How many observations satisfied the clause. */
      readonly evidence: number
      /** How many observations failed it; absent where none did. */
      readonly violations?: number
      /** Milliseconds that its checks took, one beside the other; absent where it has none of its own. */
      readonly durationMs?: number
      /** The first observation that satisfied the clause; absent where it did not pass. */
      readonly observation?: Observation
      /** The members whose values decided: "<operation> <JSON pointer>", sorted. */
      readonly compared?: readonly string[]
      readonly failures: readonly Failure[]
      /** The waiver that excuses the failure. */
      readonly waived?: Excuse
      /** The gap that excuses that nothing was observed. */
      readonly gap?: Excuse
    }
  | { readonly type: 'open-points'; readonly answers: readonly OpenPointAnswer[] }
  | { readonly type: 'coverage'; readonly constraints: readonly ConstraintCoverage[] }
  | { readonly type: 'note'; readonly message: string }
  | {
      readonly type: 'resource'
      readonly action: 'created' | 'deleted' | 'leaked'
      readonly kind: string
      readonly id: string
      /** The resource, where neither an operation nor a fixture removes what leaked. */
      readonly irremovable?: string
      /** How to look for it, where no response said whether it was made. */
      readonly uncertain?: string
      /** What of the profile says that it may stay. */
      readonly excused?: Leftover
    }
  | ({ readonly type: 'baseline' } & Baseline)
  | {
      readonly type: 'run-finished'
      readonly durationMs: number
      readonly traffic: Traffic
      readonly interrupted: boolean
      /** The checks in the order in which they were begun: "<clause> <phase>". */
      readonly order?: readonly string[]
      readonly unchecked?: Unchecked
    }
  | {
      /** The end of the log of a command: what it ended with. */
      readonly type: 'concluded'
      /** Exit code. */
      readonly exit: number
    }
