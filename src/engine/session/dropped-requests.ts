// Counts requests that fail at random, for example because of a bad connection.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import type { Intent } from '../requests/request.ts'

// The estimated number of different requests in a run, each of which may fail by chance.
const kindsTried = 1_000
const blamedByChanceMax = 0.001

const triesMin = 3
const triesMax = 8

export class DroppedRequests {
  #sent = 0
  #lost = 0
  #any = false

  /** Counts only valid requests, because a tenant may close the connection after other requests. */
  see(exchange: Exchange, intent: Intent): void {
    if (exchange.id === 0) return
    const isLost =
      (exchange.response === null && exchange.failure?.kind !== 'unread') || statusOf(exchange) >= 500
    this.#any ||= isLost
    if (intent !== 'valid') return
    this.#sent += 1
    if (isLost) this.#lost += 1
  }

  /** True after any lost request. For example, a tenant that restarts loses its pending requests. */
  get anyDropped(): boolean {
    return this.#any
  }

  get anyValidDropped(): boolean {
    return this.#lost > 0
  }

  /** After this number of tries, the run blames the request and not the connection. */
  get tries(): number {
    return Math.min(Math.max(this.#triesNeeded, triesMin), triesMax)
  }

  get doubt(): string | null {
    return this.#triesNeeded > triesMax
      ? `${this.#lost} of ${counted(this.#sent, 'valid request')} of this run failed too`
      : null
  }

  get #triesNeeded(): number {
    if (this.#lost === 0) return 1
    if (this.#lost === this.#sent) return Number.POSITIVE_INFINITY
    return Math.ceil(Math.log(blamedByChanceMax / kindsTried) / Math.log(this.#lost / this.#sent))
  }
}
