// Measures the rate of requests to recognise overload.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import { type Contract, clauseOfRule } from '../../contract/index.ts'

const windowMs = 1_000
const burstRequestsMin = 20
const shortestSpanMs = 100
const startsKeptMax = 512

export class RequestRate {
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

  describeBurst(exchange: Exchange): string {
    const { rateLimit } = this.#contract
    if (rateLimit === null || statusOf(exchange) !== 503) return ''
    const near = this.#startsMs.filter((startMs) => Math.abs(exchange.startedAtMs - startMs) <= windowMs)
    if (near.length < burstRequestsMin) return ''
    // A very short time span would make the rate far too high.
    const spanMs = Math.max(Math.max(...near) - Math.min(...near), shortestSpanMs)
    const perSecond = Math.round((near.length * 1_000) / spanMs)
    const clause = clauseOfRule(this.#contract, 'any', 'rate-limit-headers')
    const which = clause === null ? '' : ` (see ${clause})`
    return ` The request was part of a burst of about ${counted(perSecond, 'request')} per second: if these requests exceed the rate limit, the status must be ${rateLimit.status}${which}.`
  }
}
