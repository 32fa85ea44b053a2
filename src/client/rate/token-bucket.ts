// Models one rate limit of the tenant as a token bucket.
import { type Period, RateEstimate, type Sent } from './rate-estimate.ts'
import type { RateInfo } from './rate-headers.ts'

export interface BucketToken extends Sent {
  readonly period: number
  /** True if the client sent the request although the latest report allowed no further request. */
  readonly optimistic: boolean
  readonly perMs: number
}

// A longer reported wait is believed only after a 429 for a request beyond the reported number.
const believedAheadMsMax = 2_000
const confirmedAheadMsMax = 60_000
// Before the first 429: if the tenant serves this many requests after reports of 0 remaining requests, the
// client ignores such reports.
const servedInVainMax = 3
// If a 429 comes although the report allowed this many requests, the client ignores reports for a time.
const refusedInVainMin = 2
const distrustMs = { first: 5_000, most: 600_000 }
const simultaneousMs = 50
// With a smaller limit, the client keeps no requests in reserve.
const limitWithReserve = 8
const limitPerReserve = 4
const misjudgedMs = 30_000
const misjudgedMax = 8

/**
 * Estimates when the tenant serves the next request. Reports can be wrong, so before the first 429, a report
 * of 0 remaining requests stops only parallel requests.
 */
export class TokenBucket {
  readonly #rate = new RateEstimate()
  #limit: number | null = null
  #tokens = Number.POSITIVE_INFINITY
  #tokensAtTick = 0
  #report: { readonly remaining: number; readonly sequence: number; readonly tick: number } | null = null
  #distrustedUntilTick = Number.NEGATIVE_INFINITY
  #distrustMs: number = distrustMs.first
  #resetAtTick = 0
  #opensAtTick = 0
  #inFlight = 0
  #sent = 0
  #period: Period = { number: 0, from: 0, tick: 0, pauseMs: 0 }
  #refusedEver = false
  #servedInVain = 0
  #optimisticRefused = 0
  /** Number of resets before the client again sends more requests than the tenant reported. */
  #resetsToAwait = 0
  #perReset = 1
  /** True if the next report shows how many tokens a reset adds. */
  #isReset = false
  #misjudged = 0
  #misjudgedAtTick = 0

  get opensAtTick(): number {
    return this.#opensAtTick
  }

  /** Returns the earliest start of the next request. Infinity means: after the next response. */
  startsAt(now: number): number {
    if (this.#opensAtTick > now) return this.#opensAtTick
    this.#refill(now)
    const needed = 1 + this.#reserve
    if (this.#tokens >= needed) return now
    const alone = this.#inFlight === 0 ? now : Number.POSITIVE_INFINITY
    // Before the first 429, nothing proves that the tenant has a limit.
    if (!this.#refusedEver) return this.#servedInVain >= servedInVainMax ? now : alone
    const reset = this.#resetAtTick > now ? this.#resetAtTick : Number.POSITIVE_INFINITY
    const { perMs } = this.#rate
    const refilled =
      perMs > 0 && !this.#isStepwise ? now + (needed - this.#tokens) / perMs : Number.POSITIVE_INFINITY
    const next = Math.min(reset, refilled)
    return next === Number.POSITIVE_INFINITY ? alone : next
  }

  take(now: number): BucketToken {
    this.#refill(now)
    const remaining = this.#remainingAfter(this.#sent)
    this.#rate.sent(this.#sent, now)
    this.#tokens -= 1
    this.#inFlight += 1
    this.#sent += 1
    return {
      sequence: this.#sent,
      period: this.#period.number,
      tick: now,
      optimistic: remaining !== null && remaining < 1,
      perMs: this.#rate.perMs,
    }
  }

  /**
   * Returns the error of the predicted remaining requests. 0 if pending requests or a refill explain the
   * error.
   */
  errorOf(
    { sequence, period, tick }: BucketToken,
    { limit, remaining }: RateInfo,
    now: number,
  ): number | null {
    if (period !== this.#period.number || remaining === null) return null
    if (this.#report === null && period === 0)
      return limit === null ? null : Math.max(0, limit - sequence - remaining)
    this.#refill(now)
    if (this.#report === null || this.#tokens === Number.POSITIVE_INFINITY) return null
    const more = remaining - Math.max(0, this.#tokens + this.#sent - sequence)
    // The tenant can count pending requests in another order.
    if (Math.abs(more) <= 2 + this.#inFlight) return 0
    return more > 0 && tick - this.#report.tick > simultaneousMs ? 0 : Math.abs(more)
  }

  expectsMore({ sequence, period }: BucketToken): boolean {
    return period === this.#period.number && (this.#remainingAfter(sequence) ?? -1) >= 0
  }

  passed(token: BucketToken, { limit, remaining, resetMs }: RateInfo, now: number): void {
    this.#inFlight -= 1
    if (token.period !== this.#period.number) return
    if (token.optimistic) this.#optimisticRefused = 0
    if (token.optimistic || this.#report === null) this.#rate.served(token.perMs)
    if (limit !== null) this.#limit = limit
    if (!this.#refusedEver && this.#tokens < 1) this.#servedInVain += 1
    if (remaining !== null && remaining <= (this.#limit ?? remaining) && now >= this.#distrustedUntilTick)
      this.#believe(token, remaining, resetMs, now)
    else if (this.#rate.perMs === 0 && this.#refusedEver) this.#tokens = this.#capped(this.#tokens + 2)
    if (this.#refusedEver && !this.#isStepwise) this.#rate.grow(this.#limit, now)
  }

  /** @returns whether this 429 began a pause */
  refused(token: BucketToken, limit: number | null, waitMs: number, now: number): boolean {
    this.#inFlight -= 1
    if (limit !== null) this.#limit = limit
    this.#rate.skip()
    this.#opensAtTick = Math.max(this.#opensAtTick, now + waitMs)
    // A 429 for a request from before the current pause can only extend the pause.
    if (token.period !== this.#period.number) return false
    this.#rate.refused(token, this.#period, this.#limit, this.#optimisticRefused > 0)
    if (token.optimistic) {
      this.#optimisticRefused += 1
      this.#misjudged = Math.min(misjudgedMax, this.#misjudgedAt(now) + 1)
      this.#misjudgedAtTick = now
      this.#resetsToAwait = 2 ** Math.min(10, this.#optimisticRefused) - 2
    } else if ((this.#remainingAfter(token.sequence) ?? -1) >= refusedInVainMin + this.#inFlight) {
      this.#distrustedUntilTick = now + this.#distrustMs
      this.#distrustMs = Math.min(distrustMs.most, 2 * this.#distrustMs)
      this.#rate.forget()
    }
    this.#rate.anchorAt(token)
    this.#rate.holdUntil(this.#opensAtTick)
    this.#refusedEver = true
    this.#servedInVain = 0
    this.#tokens = 0
    this.#tokensAtTick = now
    this.#resetAtTick = this.#opensAtTick
    this.#report = null
    this.#period = {
      number: this.#period.number + 1,
      from: this.#sent,
      tick: this.#opensAtTick,
      pauseMs: this.#opensAtTick - now,
    }
    return true
  }

  reopen(): void {
    this.#opensAtTick = 0
  }

  get #isStepwise(): boolean {
    return this.#resetsToAwait > 0 && this.#report !== null && (this.#resetAtTick > 0 || this.#inFlight > 0)
  }

  /** The client keeps some requests back, because the tenant can count pending requests in another order. */
  get #reserve(): number {
    const limit = this.#limit ?? 0
    if (!this.#refusedEver || this.#report === null || limit < limitWithReserve) return 0
    const least = this.#inFlight > 0 ? 1 : 0
    return Math.min(limit / limitPerReserve, Math.max(least, this.#misjudgedAt(this.#tokensAtTick)))
  }

  #misjudgedAt(tick: number): number {
    return this.#misjudged * Math.exp((this.#misjudgedAtTick - tick) / misjudgedMs)
  }

  #remainingAfter(sequence: number): number | null {
    return this.#report === null ? null : this.#report.remaining - (sequence - this.#report.sequence)
  }

  #believe(token: BucketToken, remaining: number, resetMs: number | null, now: number): void {
    const { sequence, tick } = token
    if (this.#report !== null && sequence < this.#report.sequence) return
    if (this.#isReset) {
      this.#isReset = false
      this.#perReset = remaining + 1
    }
    this.#rate.measure(token, remaining, this.#limit)
    this.#report = { remaining, sequence, tick }
    this.#tokens = remaining - (this.#sent - sequence)
    // Uses the time of sending, because the next request needs the same time to reach the tenant.
    this.#tokensAtTick = tick
    if (remaining > 0) {
      this.#servedInVain = 0
      this.#rate.remained(now)
    }
    const isConfirmed = this.#optimisticRefused > 0 || this.#resetsToAwait > 0
    const aheadMsMax = isConfirmed ? confirmedAheadMsMax : believedAheadMsMax
    const aheadMs = remaining === 0 && resetMs !== null && resetMs <= aheadMsMax ? resetMs : 0
    this.#resetAtTick = aheadMs > 0 ? now + aheadMs : 0
    if (aheadMs > 0 && this.#refusedEver) this.#rate.refillsWithin(aheadMs)
  }

  #capped(tokens: number): number {
    const most = this.#limit ?? Math.max(1, this.#rate.perMs === 0 ? tokens : this.#rate.perSpan)
    return Math.min(tokens, most)
  }

  #refill(now: number): void {
    const passedMs = now - this.#tokensAtTick
    this.#tokensAtTick = Math.max(this.#tokensAtTick, now)
    if (passedMs > 0 && this.#tokens < Number.POSITIVE_INFINITY && !this.#isStepwise)
      this.#tokens = Math.max(this.#tokens, this.#capped(this.#tokens + passedMs * this.#rate.perMs))
    if (this.#resetAtTick === 0 || this.#resetAtTick > now) return
    const used = this.#report === null ? 0 : this.#sent - this.#report.sequence
    this.#tokens = Math.max(this.#tokens, (this.#isStepwise ? this.#perReset : 1) - used)
    if (this.#isStepwise) this.#resetsToAwait -= 1
    this.#resetAtTick = 0
    this.#report = null
    this.#isReset = true
  }
}
