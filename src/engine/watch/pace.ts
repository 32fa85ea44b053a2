// The pace of a run: how many requests stand close together, so that a tenant that fails under them is told from one that fails.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { type Contract, clauseOfLaw } from '../../contract/index.ts'

const windowMs = 1_000
// Below that no tenant has a reason to speak of a rate.
const burstRequestsMin = 20
const shortestSpanMs = 100
const startsKeptMax = 512

export class Pace {
  readonly #contract: Pick<Contract, 'rateLimit' | 'clauses'>
  readonly #startsMs: number[] = []
  #count = 0

  constructor(contract: Pick<Contract, 'rateLimit' | 'clauses'>) {
    this.#contract = contract
  }

  see({ startedAtMs }: Exchange): void {
    this.#startsMs[this.#count % startsKeptMax] = startedAtMs
    this.#count += 1
  }

  /**
   * One sentence of a 503 that came among many requests, which a limit of the rate may have brought: how many, and what the contract asks
   * for in its place. Empty for any other response.
   */
  wordsOf(exchange: Exchange): string {
    const { rateLimit } = this.#contract
    if (rateLimit === null || statusOf(exchange) !== 503) return ''
    const near = this.#startsMs.filter((startMs) => Math.abs(exchange.startedAtMs - startMs) <= windowMs)
    if (near.length < burstRequestsMin) return ''
    // All within a few milliseconds are no more in a second than there are.
    const spanMs = Math.max(Math.max(...near) - Math.min(...near), shortestSpanMs)
    const perSecond = Math.round((near.length * 1_000) / spanMs)
    const clause = clauseOfLaw(this.#contract, 'any', 'rate-limit-headers')
    const which = clause === null ? '' : ` (see ${clause})`
    return ` It came in a burst, at about ${perSecond} requests per second: where they are too many, the status is ${rateLimit.status}${which}.`
  }
}
