// Collects the findings of each clause, and limits how many of them are stored.
import type { PassingObservation } from '../../base/event.ts'
import { type Exchange, kept } from '../../base/exchange.ts'
import { gravest, type Origin, type Verdict } from '../../base/verdict.ts'
import { type ConformanceFailure, type Evidence, exchangeOf } from '../../oracle/index.ts'

export type OpenVerdict = Exclude<Verdict, 'pass' | 'fail'>

export interface Open {
  readonly verdict: OpenVerdict
  readonly reason: string
  readonly origin?: Origin
  readonly notAllowed?: boolean
}

export type Finding =
  | { readonly clause: string; readonly says: 'satisfied'; readonly evidence: Evidence }
  | {
      readonly clause: string
      readonly says: 'violated'
      readonly failure: ConformanceFailure
      /** Replays the values in fast-check. Absent if the check draws no values. */
      readonly path?: string | null
      readonly before?: readonly Exchange[]
    }
  | ({ readonly clause: string; readonly says: 'open' } & Open)

export interface Violation {
  readonly failure: ConformanceFailure
  readonly path: string | null
  readonly before: readonly Exchange[]
}

export interface Tally {
  readonly satisfied: number
  readonly violated: number
  readonly violations: readonly Violation[]
  readonly open: readonly Open[]
  /** The compared members, each in the form "<operation> <JSON pointer>", sorted. */
  readonly compared: readonly string[]
  readonly observation: PassingObservation | null
  readonly durationMs: number | null
}

// Without these limits, a frequent fault would fill the report and the memory.
export const findingLimits = { violationsMax: 3, openMax: 8, comparedMax: 256 } as const
const { violationsMax, openMax, comparedMax } = findingLimits

/** @param failure message of the failure; null if the clause is satisfied */
export type OnFirst = (clause: string, failure: string | null) => void

interface Entry {
  satisfied: number
  violated: number
  readonly violations: Violation[]
  readonly open: Map<string, Open>
  readonly compared: Set<string>
  observation: PassingObservation | null
  durationMs: number | null
}

export class Findings {
  readonly #entries = new Map<string, Entry>()
  readonly #tried = new Set<string>()
  readonly #accepted = new Set<string>()
  readonly #refusals = new Map<string, string>()

  readonly #onFirst: OnFirst

  constructor(onFirst: OnFirst = () => undefined) {
    this.#onFirst = onFirst
  }

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
        const strongest = ![...entry.open.values()].some((one) => one.verdict === verdict)
        if (entry.open.size < openMax || strongest) entry.open.set(key, open)
      }
    }
  }

  settle(clause: string): void {
    this.#entry(clause).open.clear()
  }

  served(operation: string, accepted: boolean, refusal: string | null = null): void {
    this.#tried.add(operation)
    if (accepted) this.#accepted.add(operation)
    else if (refusal !== null) this.#refusals.set(operation, refusal)
  }

  /** Returns the end of a sentence. Empty if the tenant refused no valid request of the operation. */
  lastRefusal(operation: string): string {
    const refusal = this.#refusals.get(operation)
    return refusal === undefined ? '' : `: the last valid request got ${refusal}`
  }

  tried(operation: string): boolean {
    return this.#tried.has(operation)
  }

  accepted(operation: string): boolean {
    return operation === 'any' ? this.#accepted.size > 0 : this.#accepted.has(operation)
  }

  whyUntried(operation: string): Origin | undefined {
    const own = [...this.#entries].filter(([clause]) => clause.startsWith(`${operation}.`))
    return gravest(own.flatMap(([, { open }]) => [...open.values()].map(({ origin }) => origin)))
  }

  took(clause: string, durationMs: number): void {
    const entry = this.#entry(clause)
    entry.durationMs = (entry.durationMs ?? 0) + durationMs
  }

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

const stepsMax = 4

function observationOf({ kind, exchange, control, steps = [], shows }: Evidence): PassingObservation {
  const plain = (one: Exchange | null | undefined): Exchange | null => (one ? kept(exchangeOf(one)) : null)
  const before = steps.filter(({ id }) => id !== exchange?.id && id !== control?.id).slice(-stepsMax)
  return {
    ...{ kind, exchange: plain(exchange), control: plain(control) },
    ...(before.length === 0 ? {} : { steps: before.map((step) => kept(exchangeOf(step))) }),
    ...(shows === undefined ? {} : { shows }),
  }
}
