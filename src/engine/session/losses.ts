// Requests that fail now and then, whatever was asked: that one of them does says nothing of how it is written.
import { type Exchange, statusOf } from '../../base/exchange.ts'
import type { Intent } from '../requests/request.ts'

// So many kinds of requests may be tried in a run, and none of them is to be blamed for what chance does in so few runs.
const kindsTried = 1_000
const blamedByChanceMax = 0.001

const triesMin = 3
const triesMax = 8

export class Losses {
  #sent = 0
  #lost = 0
  #any = false

  /** Takes notice of an exchange. How often any is lost valid requests tell: others may be what the tenant closes a connection over. */
  see(exchange: Exchange, intent: Intent): void {
    if (exchange.id === 0) return
    const isLost =
      (exchange.response === null && exchange.failure?.kind !== 'unread') || statusOf(exchange) >= 500
    this.#any ||= isLost
    if (intent !== 'valid') return
    this.#sent += 1
    if (isLost) this.#lost += 1
  }

  /** Whether one was lost, whatever it asked for: a tenant that is started anew loses what is under way. */
  get any(): boolean {
    return this.#any
  }

  /** Whether a valid request was lost, so that any may be. */
  get ofValid(): boolean {
    return this.#lost > 0
  }

  /** How often a request that fails is sent before that is its own doing. */
  get tries(): number {
    return Math.min(Math.max(this.#triesNeeded, triesMin), triesMax)
  }

  /** What to say where so many tries are too few, as valid requests fail too; null where they are enough. */
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
