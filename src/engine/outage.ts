// Outages: one 502, 503 or 504 in a run may be passing; a second one of the same operation makes both count.
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Finding } from './findings.ts'

interface Single {
  readonly finding: Finding
  readonly status: number
}

export class Outages {
  readonly #aside = new Map<string, Single>()
  readonly #repeated = new Set<string>()

  /** What counts by now, told that an exchange with such a status says `finding`. */
  see(finding: Finding, exchange: Exchange): readonly Finding[] {
    const { operation } = exchange
    const first = this.#aside.get(operation)
    if (first === undefined && !this.#repeated.has(operation)) {
      this.#aside.set(operation, { finding, status: statusOf(exchange) })
      return []
    }
    this.#aside.delete(operation)
    this.#repeated.add(operation)
    return first === undefined ? [finding] : [first.finding, finding]
  }

  /** What to say of those that stayed single. */
  notes(): readonly string[] {
    return [...this.#aside].map(
      ([operation, { status }]) => `One ${status} of ${operation} was passing: it came once in the run.`,
    )
  }
}
