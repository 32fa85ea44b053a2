// Counts requests that fail at random, for which the request itself is not to blame.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import type { Intent } from '../requests/request.ts'

// A run may try this many kinds of requests. The chance of blaming one wrongly in so few runs stays below the limit.
const kindsTried = 1_000
const blamedByChanceMax = 0.001

const triesMin = 3
const triesMax = 8

export class Losses {
  #sent = 0
  #lost = 0
  #any = false

  /** Only valid requests count for the rate: a tenant may close the connection over others. */
  see(exchange: Exchange, intent: Intent): void {
    if (exchange.id === 0) return
    const isLost =
      (exchange.response === null && exchange.failure?.kind !== 'unread') || statusOf(exchange) >= 500
    this.#any ||= isLost
    if (intent !== 'valid') return
    this.#sent += 1
    if (isLost) this.#lost += 1
  }

  /** Whether any was lost: a restarting tenant loses requests that are under way. */
  get any(): boolean {
    return this.#any
  }

  /** Whether a valid request was lost, so any may be. */
  get ofValid(): boolean {
    return this.#lost > 0
  }

  /** After this many failures the request itself is to blame. */
  get tries(): number {
    return Math.min(Math.max(this.#triesNeeded, triesMin), triesMax)
  }

  /** The reason why even the most tries are too few; null if they suffice. */
  get doubt(): string | null {
    return this.#triesNeeded > triesMax
      ? `${this.#lost} of ${this.#sent} valid requests failed as well`
      : null
  }

  get #triesNeeded(): number {
    if (this.#lost === 0) return 1
    if (this.#lost === this.#sent) return Number.POSITIVE_INFINITY
    return Math.ceil(Math.log(blamedByChanceMax / kindsTried) / Math.log(this.#lost / this.#sent))
  }
}
