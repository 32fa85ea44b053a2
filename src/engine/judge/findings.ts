// Findings: the one place that everything said about a clause reaches, whoever observed it, until it is decided.
import type { Observation } from '../../base/event.ts'
import { type Exchange, kept } from '../../base/exchange.ts'
import { gravest, type Origin, type Verdict } from '../../base/verdict.ts'
import { type ConformanceFailure, type Evidence, exchangeOf } from '../../oracle/index.ts'

/** How a check ended that neither passed nor failed. */
export type OpenVerdict = Exclude<Verdict, 'pass' | 'fail'>

/** The end of a check that neither passed nor failed. */
export interface Open {
  readonly verdict: OpenVerdict
  readonly reason: string
  /** Whose matter it is; absent where it is nobody's, as nothing was asked. */
  readonly origin?: Origin
  /** Whether it is the write mode that does not allow it. */
  readonly notAllowed?: boolean
}

/** What one observation, or the end of one check, says about a clause. */
export type Finding =
  | { readonly clause: string; readonly says: 'satisfied'; readonly evidence: Evidence }
  | {
      readonly clause: string
      readonly says: 'violated'
      readonly failure: ConformanceFailure
      /** fast-check's replay path; absent for a check that draws nothing. */
      readonly path?: string | null
      /** Changes that led to what the failure shows. */
      readonly before?: readonly Exchange[]
    }
  | ({ readonly clause: string; readonly says: 'open' } & Open)

/** A failure with what is needed to repeat it. */
export interface Violation {
  readonly failure: ConformanceFailure
  readonly path: string | null
  readonly before: readonly Exchange[]
}

/** All that was said about one clause. */
export interface Tally {
  /** Number of observations that satisfied the clause. */
  readonly satisfied: number
  /** Number of observations that did not. */
  readonly violated: number
  /** The first of these. */
  readonly violations: readonly Violation[]
  /** How checks ended that neither passed nor failed: distinct ones, in their order. */
  readonly open: readonly Open[]
  /** The members whose values decided: "<operation> <JSON pointer>", sorted. */
  readonly compared: readonly string[]
  /** The first observation that satisfied the clause; null where none did. */
  readonly observation: Observation | null
  /** Milliseconds that its checks took; null where it has none of its own. */
  readonly durationMs: number | null
}

// Enough to see the pattern; a fault that shows in every response would fill the report, and memory.
export const findingLimits = { violationsMax: 3, openMax: 8, comparedMax: 256 } as const
const { violationsMax, openMax, comparedMax } = findingLimits

/** @param failure what was wrong; null where nothing was */
export type OnFirst = (clause: string, failure: string | null) => void

interface Entry {
  satisfied: number
  violated: number
  readonly violations: Violation[]
  readonly open: Map<string, Open>
  readonly compared: Set<string>
  observation: Observation | null
  durationMs: number | null
}

export class Findings {
  readonly #entries = new Map<string, Entry>()
  readonly #tried = new Set<string>()
  readonly #accepted = new Set<string>()

  readonly #onFirst: OnFirst

  /** @param onFirst hears of the first observation of a clause, and of the first that failed it */
  constructor(onFirst: OnFirst = () => undefined) {
    this.#onFirst = onFirst
  }

  /** The only way in. */
  add(finding: Finding): void {
    const entry = this.#entry(finding.clause)
    switch (finding.says) {
      case 'satisfied':
        entry.satisfied += 1
        if (entry.satisfied === 1 && entry.violated === 0) this.#onFirst(finding.clause, null)
        entry.observation ??= observationOf(finding.evidence)
        for (const member of finding.evidence.compared)
          if (entry.compared.size < comparedMax) entry.compared.add(member)
        return
      case 'violated':
        entry.violated += 1
        if (entry.violated === 1) this.#onFirst(finding.clause, finding.failure.message)
        if (entry.violations.length < violationsMax)
          entry.violations.push({
            failure: finding.failure,
            path: finding.path ?? null,
            before: finding.before ?? [],
          })
        return
      case 'open': {
        const { clause: _, says: __, ...open } = finding
        const { verdict, reason } = open
        const key = `${verdict} ${reason}`
        // One more of a weaker kind may be lost, the strongest verdict may not.
        const strongest = ![...entry.open.values()].some((one) => one.verdict === verdict)
        if (entry.open.size < openMax || strongest) entry.open.set(key, open)
      }
    }
  }

  /** Drops how checks of the clause ended that neither passed nor failed: what they waited for was observed after them. */
  settle(clause: string): void {
    this.#entry(clause).open.clear()
  }

  /** Notes that a request of the operation was answered, and whether the tenant did what it asked. */
  served(operation: string, accepted: boolean): void {
    this.#tried.add(operation)
    if (accepted) this.#accepted.add(operation)
  }

  /** Whether any request of the operation was answered. */
  tried(operation: string): boolean {
    return this.#tried.has(operation)
  }

  /** Whether any request of the operation, or for `any` of the tenant, was accepted: a tenant that serves nothing refuses all alike. */
  accepted(operation: string): boolean {
    return operation === 'any' ? this.#accepted.size > 0 : this.#accepted.has(operation)
  }

  /** Whose matter it is that no request of an operation was sent, as its clauses say; undefined where none does. */
  whyUntried(operation: string): Origin | undefined {
    const own = [...this.#entries].filter(([clause]) => clause.startsWith(`${operation}.`))
    return gravest(own.flatMap(([, { open }]) => [...open.values()].map(({ origin }) => origin)))
  }

  /** Notes that a check of the clause has taken so long. */
  took(clause: string, durationMs: number): void {
    const entry = this.#entry(clause)
    entry.durationMs = (entry.durationMs ?? 0) + durationMs
  }

  /** What was said about the clause. */
  of(clause: string): Tally {
    const entry = this.#entries.get(clause) ?? emptyEntry()
    return {
      satisfied: entry.satisfied,
      violated: entry.violated,
      violations: entry.violations,
      open: [...entry.open.values()],
      compared: [...entry.compared].sort(),
      observation: entry.observation,
      durationMs: entry.durationMs,
    }
  }

  #entry(clause: string): Entry {
    const known = this.#entries.get(clause)
    if (known !== undefined) return known
    const entry = emptyEntry()
    this.#entries.set(clause, entry)
    return entry
  }
}

const emptyEntry = (): Entry => ({
  satisfied: 0,
  violated: 0,
  violations: [],
  open: new Map(),
  compared: new Set(),
  observation: null,
  durationMs: null,
})

// What led to it last shows best how it came about.
const stepsMax = 4

function observationOf({ kind, exchange, control, steps = [], shows }: Evidence): Observation {
  const plain = (one: Exchange | null | undefined): Exchange | null => (one ? kept(exchangeOf(one)) : null)
  // The control may be one of them, and what was observed.
  const before = steps.filter(({ id }) => id !== exchange?.id && id !== control?.id).slice(-stepsMax)
  return {
    ...{ kind, exchange: plain(exchange), control: plain(control) },
    ...(before.length === 0 ? {} : { steps: before.map((step) => kept(exchangeOf(step))) }),
    ...(shows === undefined ? {} : { shows }),
  }
}
