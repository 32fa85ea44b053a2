// Gets tokens that expire during the run, so that the run can send them before and after their expiry.
import { nowMs, sleep } from '../../base/clock.ts'
import type { Secret } from '../../base/secret.ts'
import type { TokenOutcome } from '../../client/index.ts'
import type { EndedPrincipal } from './principal.ts'
import type { TokenSources } from './token-sources.ts'

const waitedOutMsMax = 10_000

type Ending = Extract<TokenOutcome, { ok: true }> & { readonly expiresAtMs: number }

const endsSoon = (outcome: TokenOutcome): outcome is Ending =>
  outcome.ok && outcome.expiresAtMs !== null && outcome.expiresAtMs - nowMs() <= waitedOutMsMax

export class EndingTokens {
  readonly #sources: TokenSources
  #ending: Readonly<Record<EndedPrincipal, Secret>> | null = null
  #waitedOut: Promise<Secret | null> | null = null

  constructor(sources: TokenSources) {
    this.#sources = sources
  }

  of(principal: EndedPrincipal): Secret | null {
    return this.#ending?.[principal] ?? null
  }

  /**
   * @returns when two new tokens have expired, in milliseconds since the epoch; null if they live too long or
   * are equal
   */
  async request(): Promise<number | null> {
    if ((await this.#present()) === null) return null
    const used = await this.#sources.unshared('ended').token()
    const unused = await this.#sources.unshared('ended-unused').token()
    if (!endsSoon(used) || !endsSoon(unused) || used.token.reveal() === unused.token.reveal()) return null
    this.#ending = { ended: used.token, 'ended-unused': unused.token }
    return Math.max(used.expiresAtMs, unused.expiresAtMs)
  }

  /** Waits until the token of `full` has expired. Null if the token lives too long. */
  waitedOut(): Promise<Secret | null> {
    this.#waitedOut ??= this.#waitOut()
    return this.#waitedOut
  }

  async #waitOut(): Promise<Secret | null> {
    const present = await this.#present()
    if (present === null) return null
    await sleep(present.expiresAtMs - nowMs() + 1_000)
    return present.token
  }

  async #present(): Promise<Ending | null> {
    const outcome = this.#sources.usesClient ? await this.#sources.of('full')?.token() : undefined
    return outcome !== undefined && endsSoon(outcome) ? outcome : null
  }
}
