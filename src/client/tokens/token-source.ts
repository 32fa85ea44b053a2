// Provides credentials: a token of the operator, of the client credentials grant, or of a login.
import { nowMs, tickMs } from '../../base/clock.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Secret } from '../../base/secret.ts'
import { waitAskedMs } from '../rate/rate-headers.ts'
import { expiryOf } from './jwt.ts'
import { LoginAsker, type LoginOptions } from './login.ts'
import { type Asked, TokenAsker, type TokenAskerOptions } from './token-asker.ts'
import { maskToken } from './token-mask.ts'
import type { TokenClient } from './token-request.ts'

export type Credentials = { readonly accessToken: Secret } | TokenClient

export interface TokenSourceOptions extends TokenAskerOptions {
  readonly credentials: Credentials
}

export type TokenOutcome =
  | {
      readonly ok: true
      readonly token: Secret
      /** Null for a token of the operator. */
      readonly response: JsonObject | null
      readonly exchange: Exchange | null
      /** Milliseconds since the epoch, by the clock of this machine. */
      readonly expiresAtMs: number | null
    }
  | {
      readonly ok: false
      /** One sentence without secrets. */
      readonly reason: string
      readonly exchange: Exchange | null
    }

export interface TokenSource {
  /**
   * Returns a valid token. Parallel callers share one token request.
   * @param cleanUp whether to send the request even after a stop
   */
  token(cleanUp?: boolean): Promise<TokenOutcome>
  /** Requests a new token, unless the current token differs from `used`. */
  renew(used?: Secret, cleanUp?: boolean): Promise<TokenOutcome>
  mayHaveEnded(used: Secret): boolean
  readonly exchanges: readonly Exchange[]
}

// The source renews a token before its end. The time before the end is a fifth of the lifetime, but at most
// this time.
const marginMsMax = 60_000
// Times in tokens are whole seconds (RFC 7519, section 2).
const roundedMs = 1_000
// For this time, a refusal is repeated without a request, because hundreds of checks can need a token at
// once.
const refusalKeptMs = 2_000

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { credentials } = options
  return 'accessToken' in credentials
    ? new GivenToken(options, credentials.accessToken)
    : new ObtainedToken(new TokenAsker(options, credentials))
}

/** After a rejected login, the source does not log in again. */
export function createLoginSource(options: LoginOptions): TokenSource {
  return new ObtainedToken(new LoginAsker(options))
}

interface Asker {
  readonly exchanges: readonly Exchange[]
  readonly isFinal?: (exchange: Exchange) => boolean
  ask(cleanUp: boolean): Promise<Asked>
}

class GivenToken implements TokenSource {
  readonly exchanges: readonly Exchange[] = []
  readonly #principal: string
  readonly #outcome: TokenOutcome
  readonly #expiresAtMs: number | null

  constructor(options: TokenSourceOptions, token: Secret) {
    this.#principal = options.principal
    this.#expiresAtMs = expiryOf(token.reveal())
    this.#outcome = { ok: true, token, response: null, exchange: null, expiresAtMs: this.#expiresAtMs }
    maskToken(options.mask, token)
  }

  async token(): Promise<TokenOutcome> {
    return this.#outcome
  }

  async renew(): Promise<TokenOutcome> {
    const reason = `The access token of ${this.#principal} was supplied, so the run cannot renew this token: give a fresh token, or client credentials.`
    return { ok: false, reason, exchange: null }
  }

  mayHaveEnded(): boolean {
    return this.#expiresAtMs !== null && nowMs() >= this.#expiresAtMs - roundedMs
  }
}

class ObtainedToken implements TokenSource {
  readonly #asker: Asker
  #present: (TokenOutcome & { ok: true }) | null = null
  #renewAtTick = Number.POSITIVE_INFINITY
  #endsAtTick = Number.POSITIVE_INFINITY
  #refusal: (TokenOutcome & { ok: false }) | null = null
  #refusedAtTick = 0
  #waitEndsAtTick = 0
  #underWay: Promise<TokenOutcome> | null = null

  constructor(asker: Asker) {
    this.#asker = asker
  }

  get exchanges(): readonly Exchange[] {
    return this.#asker.exchanges
  }

  async token(cleanUp = false): Promise<TokenOutcome> {
    if (this.#present !== null && this.#isFresh()) return this.#present
    const refusal = cleanUp && !this.#isFinal ? null : this.#standing(refusalKeptMs)
    if (refusal !== null) return this.#standIn(refusal)
    const outcome = await this.#obtain(cleanUp)
    return outcome.ok ? outcome : this.#standIn(outcome)
  }

  async renew(used?: Secret, cleanUp = false): Promise<TokenOutcome> {
    const present = this.#present
    if (present !== null && used !== undefined && used.reveal() !== present.token.reveal() && this.#isFresh())
      return present
    const refusal = cleanUp && !this.#isFinal ? null : this.#standing(0)
    return refusal ?? this.#obtain(cleanUp)
  }

  // More attempts could lock the user's account.
  get #isFinal(): boolean {
    const exchange = this.#refusal?.exchange ?? null
    return exchange !== null && this.#asker.isFinal?.(exchange) === true
  }

  #standing(graceMs: number): (TokenOutcome & { ok: false }) | null {
    if (this.#isFinal) return this.#refusal
    const endsAtTick = Math.max(this.#waitEndsAtTick, this.#refusedAtTick + graceMs)
    return tickMs() < endsAtTick ? this.#refusal : null
  }

  #isFresh(): boolean {
    return tickMs() < this.#renewAtTick
  }

  mayHaveEnded(used: Secret): boolean {
    return used.reveal() !== this.#present?.token.reveal() || tickMs() >= this.#endsAtTick - roundedMs
  }

  #standIn(refusal: TokenOutcome): TokenOutcome {
    return this.#present !== null && tickMs() < this.#endsAtTick ? this.#present : refusal
  }

  #obtain(cleanUp = false): Promise<TokenOutcome> {
    this.#underWay ??= this.#request(cleanUp).finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  async #request(cleanUp: boolean): Promise<TokenOutcome> {
    const answer = await this.#asker.ask(cleanUp)
    const { exchange } = answer
    if (!answer.ok) {
      this.#refusal = { ok: false, reason: answer.reason, exchange }
      this.#refusedAtTick = tickMs()
      const askedMs = statusOf(exchange) === 429 ? waitAskedMs(exchange) : null
      this.#waitEndsAtTick = this.#refusedAtTick + (askedMs ?? 0)
      return this.#refusal
    }
    const { token, response, lifetimeMs } = answer
    const now = tickMs()
    const rounded = Math.min(roundedMs, lifetimeMs / 2)
    this.#renewAtTick = now + lifetimeMs - Math.min(marginMsMax, Math.max(lifetimeMs / 5, rounded))
    this.#endsAtTick = now + lifetimeMs
    const expiresAtMs = Number.isFinite(lifetimeMs) ? nowMs() + lifetimeMs : null
    this.#refusal = null
    this.#present = { ok: true, token, response, exchange, expiresAtMs }
    return this.#present
  }
}
