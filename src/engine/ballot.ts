// The ballot: what the checks and the monitor have said about each clause so far.
import type { Verdict } from '../base/verdict.ts'
import type { Unmet } from '../oracle/index.ts'

/** A failed expectation with what is needed to repeat it. */
export interface Complaint {
  readonly unmet: Unmet
  readonly path: string | null
}

export interface Tally {
  /** Observations that satisfied the clause. */
  evidence: number
  /** Observations that did not. */
  violations: number
  readonly complaints: Complaint[]
  /** How checks ended that neither passed nor failed. */
  readonly others: { readonly verdict: Verdict; readonly reason: string }[]
}

// Enough to see the pattern; a fault that shows in every answer would fill the report.
const complaintsMax = 3

export class Ballot {
  readonly #tallies = new Map<string, Tally>()

  /** One observation that satisfies the clause. */
  pass(clause: string, observations = 1): void {
    this.#tally(clause).evidence += observations
  }

  /** One observation that does not. */
  fail(clause: string, unmet: Unmet, path: string | null = null): void {
    const tally = this.#tally(clause)
    tally.violations += 1
    if (tally.complaints.length < complaintsMax) tally.complaints.push({ unmet, path })
  }

  /** A check of the clause that ended without an answer. */
  other(clause: string, verdict: Verdict, reason: string): void {
    this.#tally(clause).others.push({ verdict, reason })
  }

  /** Ids of the clauses that have failed so far. */
  failed(): readonly string[] {
    return [...this.#tallies].filter(([, { violations }]) => violations > 0).map(([id]) => id)
  }

  /** What was said about the clause; an empty tally where nothing was. */
  of(clause: string): Tally {
    return this.#tallies.get(clause) ?? { evidence: 0, violations: 0, complaints: [], others: [] }
  }

  #tally(clause: string): Tally {
    const known = this.#tallies.get(clause)
    if (known !== undefined) return known
    const tally: Tally = { evidence: 0, violations: 0, complaints: [], others: [] }
    this.#tallies.set(clause, tally)
    return tally
  }
}
