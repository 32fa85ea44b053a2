// Token bucket that learns one rate limit of a tenant.

/** A response's rate information. */
export interface Told {
  /** Allowed requests in a burst or a window. */
  readonly limit: number | null
  readonly left: number | null
  /** Milliseconds until a reset. */
  readonly resetMs: number | null
}

export const untold: Told = { limit: null, left: null, resetMs: null }

export interface Taken {
  readonly place: number
  readonly era: number
  readonly tick: number
  /** Sent although none was reported as left. */
  readonly hopeful: boolean
  /** Per millisecond, as known when sent. */
  readonly rate: number
}

// Longer reported waits need confirmation by a 429.
const believedAheadMsMax = 2_000
const shownAheadMsMax = 60_000
// So many served requests with none left disprove reports.
const servedInVainMax = 3
// So do refusals with this many left: reports are then ignored for a doubling time.
const refusedInVainMin = 2
const distrustMs = { first: 5_000, most: 600_000 }
// Shorter measurements are chance.
const measuredMsMin = 250
const gainMin = 4
const gainSure = 20
const gainWhole = 60
const epochMsMin = 250
// Idle time that may refill the burst.
const restMs = 1_000
const strayed = 0.7
const measuredShare = 0.97
const measuredForMs = 5_000
// Without reports, the rate grows per span, slowly near the last refused rate.
const growth = 0.25
const growthAtFirst = 1
const approach = 0.25
const ceilingShare = 0.985
// Without a burst, nothing compensates for an early request.
const ceilingShareSmall = 0.96
const ceilingGrowth = 0.0001
const lowered = 0.93
const burstSmall = 2
const momentMs = 50
// Largest reserved part of a burst; none of a small one.
const limitWithReserve = 8
const limitPerReserve = 4
const doubtMs = 30_000
const doubtsMax = 8
const span = { leastMs: 1_000, mostMs: 5_000 }

/**
 * Learns from reports or, without them, from served and refused requests. Reports are hints, which served or refused requests can disprove.
 * Only a 429 stops requests.
 */
export class Allowance {
  #limit: number | null = null
  #tokens = Number.POSITIVE_INFINITY
  #tokensAtTick = 0
  /** Per millisecond; 0 if unknown. */
  #rate = 0
  /** Last refused rate. */
  #ceiling = Number.POSITIVE_INFINITY
  #ceilingTick = 0
  /** Highest rate served without a report. */
  #served = 0
  #grownAtTick = 0
  /** Null if outdated. */
  #told: { readonly left: number; readonly place: number; readonly tick: number } | null = null
  #hadLeftAtTick = Number.NEGATIVE_INFINITY
  #distrustedUntilTick = Number.NEGATIVE_INFINITY
  #distrustMs: number = distrustMs.first
  /** 0 if none. */
  #resetAtTick = 0
  #opensAtTick = 0
  #inFlight = 0
  #sent = 0
  /** Between two pauses. */
  #era = { number: 0, from: 0, tick: 0, pauseMs: 0 }
  /** Since idle time or a full allowance. */
  #burst = { from: 0, tick: Number.NEGATIVE_INFINITY }
  #takenAtTick = Number.NEGATIVE_INFINITY
  #anchor: { readonly place: number; readonly left: number; readonly tick: number } | null = null
  #refusedEver = false
  #servedInVain = 0
  /** In a row. */
  #hopesRefused = 0
  /** Resets to wait for before hoping again. */
  #hopesLeftOut = 0
  /** Requests that a reset brought. */
  #brings = 1
  #awaitsReset = false
  #doubts = 0
  #doubtedAtTick = 0

  /** End of a 429's pause. */
  get opensAtTick(): number {
    return this.#opensAtTick
  }

  /** Time of the next request; Infinity: after another response. */
  startsAt(now: number): number {
    if (this.#opensAtTick > now) return this.#opensAtTick
    this.#refill(now)
    const needed = 1 + this.#reserve
    if (this.#tokens >= needed) return now
    const alone = this.#inFlight === 0 ? now : Number.POSITIVE_INFINITY
    // Only a 429 proves a limit.
    if (!this.#refusedEver) return this.#servedInVain >= servedInVainMax ? now : alone
    const told = this.#resetAtTick > now ? this.#resetAtTick : Number.POSITIVE_INFINITY
    const learnt = this.#rate > 0 ? now + (needed - this.#tokens) / this.#rate : Number.POSITIVE_INFINITY
    const next = this.#isStepwise ? told : Math.min(told, learnt)
    return next === Number.POSITIVE_INFINITY ? alone : next
  }

  take(now: number): Taken {
    this.#refill(now)
    const hopeful = this.#told !== null && this.#leftByTold() < 1
    if (now - this.#takenAtTick > restMs) this.#burst = { from: this.#sent, tick: now }
    this.#takenAtTick = now
    this.#tokens -= 1
    this.#inFlight += 1
    this.#sent += 1
    return { place: this.#sent, era: this.#era.number, tick: now, hopeful, rate: this.#rate }
  }

  /** Compares a report with the expectation; null without one. A surplus counts only just after a report: later, refills may explain it. */
  errorOf({ place, era, tick }: Taken, { limit, left }: Told, now: number): number | null {
    if (era !== this.#era.number || left === null) return null
    if (this.#told === null && this.#era.number === 0)
      return limit === null ? null : Math.max(0, limit - place - left)
    this.#refill(now)
    if (this.#told === null || this.#tokens === Number.POSITIVE_INFINITY) return null
    const more = left - Math.max(0, this.#tokens + this.#sent - place)
    // The tenant may count pending requests in another order.
    if (Math.abs(more) <= 2 + this.#inFlight) return 0
    return more > 0 && tick - this.#told.tick > momentMs ? 0 : Math.abs(more)
  }

  expectsMore({ place, era }: Taken): boolean {
    return (
      era === this.#era.number && this.#told !== null && this.#told.left - (place - this.#told.place) >= 0
    )
  }

  passed(taken: Taken, { limit, left, resetMs }: Told, now: number): void {
    this.#inFlight -= 1
    // Sent before the pause.
    if (taken.era !== this.#era.number) return
    if (taken.hopeful) this.#hopesRefused = 0
    if (taken.hopeful || this.#told === null) this.#served = Math.max(this.#served, taken.rate)
    if (limit !== null) this.#limit = limit
    if (!this.#refusedEver && this.#tokens < 1) this.#servedInVain += 1
    const known = left !== null && left <= (this.#limit ?? left) && now >= this.#distrustedUntilTick
    if (known) this.#believe(taken, left, resetMs, now)
    else if (this.#rate === 0 && this.#refusedEver) this.#tokens = this.#capped(this.#tokens + 2)
    if (!this.#isStepwise) this.#grow(now)
  }

  /** @returns whether this began a pause */
  refused(taken: Taken, { limit }: Told, waitMs: number, now: number): boolean {
    this.#inFlight -= 1
    if (limit !== null) this.#limit = limit
    // Refused requests cost nothing.
    if (this.#anchor !== null) this.#anchor = { ...this.#anchor, place: this.#anchor.place + 1 }
    // Sent before the pause: may lengthen it.
    if (taken.era !== this.#era.number) {
      this.#opensAtTick = Math.max(this.#opensAtTick, now + waitMs)
      return false
    }
    this.#learnFromRefusal(taken)
    if (taken.hopeful) {
      this.#hopesRefused += 1
      this.#doubts = Math.min(doubtsMax, this.#doubts * Math.exp((this.#doubtedAtTick - now) / doubtMs) + 1)
      this.#doubtedAtTick = now
      this.#hopesLeftOut = 2 ** Math.min(10, this.#hopesRefused) - 2
    } else if (
      this.#told !== null &&
      this.#told.left - (taken.place - this.#told.place) >= refusedInVainMin + this.#inFlight
    ) {
      this.#distrustedUntilTick = now + this.#distrustMs
      this.#distrustMs = Math.min(distrustMs.most, 2 * this.#distrustMs)
      this.#rate = 0
      this.#anchor = null
    }
    this.#refusedEver = true
    this.#servedInVain = 0
    this.#anchor ??= { place: taken.place, left: 0, tick: taken.tick }
    this.#opensAtTick = Math.max(this.#opensAtTick, now + waitMs)
    this.#tokens = 0
    this.#tokensAtTick = now
    this.#resetAtTick = this.#opensAtTick
    this.#era = {
      number: this.#era.number + 1,
      from: this.#sent,
      tick: this.#opensAtTick,
      pauseMs: this.#opensAtTick - now,
    }
    this.#told = null
    this.#grownAtTick = this.#opensAtTick
    return true
  }

  reopen(): void {
    this.#opensAtTick = 0
  }

  /** Whether the tenant refills only at resets. */
  get #isStepwise(): boolean {
    return this.#hopesLeftOut > 0 && this.#told !== null && (this.#resetAtTick > 0 || this.#inFlight > 0)
  }

  /** Pending requests may be counted in another order. */
  get #reserve(): number {
    if (!this.#refusedEver || this.#told === null || (this.#limit ?? 0) < limitWithReserve) return 0
    // Refused hopes show imprecise timing; this decays.
    const doubts = this.#doubts * Math.exp(-(this.#tokensAtTick - this.#doubtedAtTick) / doubtMs)
    const least = this.#inFlight > 0 ? 1 : 0
    return Math.min((this.#limit ?? 0) / limitPerReserve, Math.max(least, doubts))
  }

  #leftByTold(): number {
    return this.#told === null ? 0 : this.#told.left - (this.#sent - this.#told.place)
  }

  #believe({ place, tick }: Taken, left: number, resetMs: number | null, now: number): void {
    if (this.#told !== null && place < this.#told.place) return
    if (this.#awaitsReset) {
      this.#awaitsReset = false
      this.#brings = left + 1
    }
    this.#measure(place, tick, left)
    this.#told = { left, place, tick }
    this.#tokens = this.#leftByTold()
    if (left > 0) {
      this.#servedInVain = 0
      this.#hadLeftAtTick = now
    }
    // True when the request arrived; the next travels as long.
    this.#tokensAtTick = tick
    const believedMs = this.#hopesRefused > 0 || this.#hopesLeftOut > 0 ? shownAheadMsMax : believedAheadMsMax
    const told = left === 0 && resetMs !== null && resetMs <= believedMs ? resetMs : 0
    this.#resetAtTick = told > 0 ? now + told : 0
    // A refill takes at most until the reset.
    if (told > 0 && this.#rate === 0 && this.#refusedEver) this.#rate = 1 / told
  }

  #capped(tokens: number): number {
    const most = this.#limit ?? Math.max(1, this.#rate === 0 ? tokens : this.#rate * span.leastMs)
    return Math.min(tokens, most)
  }

  #refill(now: number): void {
    const passedMs = now - this.#tokensAtTick
    this.#tokensAtTick = Math.max(this.#tokensAtTick, now)
    if (passedMs > 0 && this.#tokens < Number.POSITIVE_INFINITY && !this.#isStepwise)
      this.#tokens = Math.max(this.#tokens, this.#capped(this.#tokens + passedMs * this.#rate))
    if (this.#resetAtTick === 0 || this.#resetAtTick > now) return
    // Hopeful requests used their share.
    const hoped = this.#told === null ? 0 : this.#sent - this.#told.place
    this.#tokens = Math.max(this.#tokens, (this.#isStepwise ? this.#brings : 1) - hoped)
    if (this.#isStepwise) this.#hopesLeftOut -= 1
    this.#resetAtTick = 0
    this.#told = null
    this.#awaitsReset = true
  }

  #measure(place: number, tick: number, left: number): void {
    const anchor = this.#anchor
    // A full allowance loses refills.
    const full = this.#limit !== null && left >= this.#limit - 1
    if (full) {
      this.#anchor = null
      this.#burst = { from: place, tick }
    } else this.#anchor ??= { place, left, tick }
    if (anchor === null) return
    const gain = left - anchor.left + (place - anchor.place)
    const spentMs = tick - anchor.tick
    if (gain < gainMin || spentMs < measuredMsMin) return
    // A lower bound if none was left; subtracts one, as reports are whole numbers.
    const least = (gain - 1) / spentMs
    this.#rate = left > 0 && !full && gain >= gainSure ? least : Math.max(this.#rate, least)
    if (gain >= gainWhole && !full) this.#anchor = { place, left, tick }
  }

  /** Served requests bound the rate from below, the refused rate from above. */
  #learnFromRefusal({ place, tick }: Taken): void {
    const isMeasured = tick - this.#hadLeftAtTick < measuredForMs
    const served = place - 1 - this.#era.from
    const spentMs = tick - this.#era.tick
    this.#ceiling = this.#rate > 0 ? this.#rate : Number.POSITIVE_INFINITY
    this.#ceilingTick = tick
    if (isMeasured && this.#rate > 0) {
      this.#rate *= this.#hopesRefused > 0 ? strayed : measuredShare
      return
    }
    const limit = this.#limit ?? Number.POSITIVE_INFINITY
    const burst = this.#burst.tick > this.#era.tick ? this.#burst : this.#era
    const beyondMs = tick - burst.tick
    const beyondBurst = beyondMs >= epochMsMin ? (place - 1 - burst.from - limit) / beyondMs : 0
    const withPause = this.#era.number > 0 ? served / (spentMs + this.#era.pauseMs) : 0
    this.#served = Math.min(this.#served, this.#rate * lowered)
    // With hardly a burst, the rate lies between served and refused.
    const between = limit <= burstSmall ? Math.sqrt(this.#served * this.#rate) : 0
    const least = Math.max(beyondBurst, withPause, between)
    this.#rate = least > 0 ? Math.min(least, this.#ceiling * measuredShare) : this.#rate * lowered
  }

  /** Without reports, tries a slightly higher rate. */
  #grow(now: number): void {
    const passedMs = now - this.#grownAtTick
    if (!this.#refusedEver || passedMs <= 0) return
    this.#grownAtTick = now
    // Reports with requests left measure the rate instead.
    if (this.#rate === 0 || now - this.#hadLeftAtTick < measuredForMs) return
    const burstMs = (this.#limit ?? 1) / this.#rate
    const spanMs = Math.min(span.mostMs, Math.max(span.leastMs, burstMs))
    const spans = passedMs / spanMs
    const sinceRefusal = (now - this.#ceilingTick) / spanMs
    const small = this.#limit !== null && this.#limit <= burstSmall
    const highest =
      this.#ceiling * (small ? ceilingShareSmall : ceilingShare) * Math.exp(ceilingGrowth * sinceRefusal ** 2)
    const fast = highest === Number.POSITIVE_INFINITY ? growthAtFirst : growth
    const grown = this.#rate * (1 + fast * Math.min(spans, 2))
    const slow = this.#rate + Math.max(0, highest - this.#rate) * Math.min(1, approach * spans)
    this.#rate = Math.min(grown, slow)
  }
}
