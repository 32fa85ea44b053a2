// Estimates the rate at which a tenant refills a limit, from reports, served and refused requests.

/** A sent request. */
export interface Sent {
  /** Number of the request, from 1. */
  readonly sequence: number
  readonly tick: number
}

/** Between two pauses. */
export interface Period {
  readonly number: number
  /** Requests sent before it. */
  readonly from: number
  readonly tick: number
  /** Length of the pause before it. */
  readonly pauseMs: number
}

// Shorter measurements are chance.
const measuredMsMin = 250
const gainMin = 4
const gainSure = 20
const gainWhole = 60
const burstMsMin = 250
// Idle time that may refill the burst.
const idleMsMin = 1_000
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
const span = { leastMs: 1_000, mostMs: 5_000 }

export class RateEstimate {
  #perMs = 0
  /** Last refused rate. */
  #ceiling = Number.POSITIVE_INFINITY
  #ceilingTick = 0
  /** Highest rate served without a report. */
  #served = 0
  #grownAtTick = 0
  /** Time of the last report with requests left. */
  #remainedAtTick = Number.NEGATIVE_INFINITY
  /** Begin of a measurement. */
  #anchor: { readonly sequence: number; readonly remaining: number; readonly tick: number } | null = null
  /** Since idle time or a full bucket. */
  #burst = { from: 0, tick: Number.NEGATIVE_INFINITY }
  #sentAtTick = Number.NEGATIVE_INFINITY

  /** Requests per millisecond; 0 if unknown. */
  get perMs(): number {
    return this.#perMs
  }

  /** Tokens that refill in the shortest span. */
  get perSpan(): number {
    return this.#perMs * span.leastMs
  }

  /** @param before number of requests sent before this one */
  sent(before: number, now: number): void {
    if (now - this.#sentAtTick > idleMsMin) this.#burst = { from: before, tick: now }
    this.#sentAtTick = now
  }

  /** A request without a valid report was served at this rate. */
  served(perMs: number): void {
    this.#served = Math.max(this.#served, perMs)
  }

  /** A report had requests left. */
  remained(now: number): void {
    this.#remainedAtTick = now
  }

  /** Refilling one token takes at most so long. */
  refillsWithin(ms: number): void {
    if (this.#perMs === 0) this.#perMs = 1 / ms
  }

  /** Compares a report with an earlier one. */
  measure({ sequence, tick }: Sent, remaining: number, limit: number | null): void {
    const anchor = this.#anchor
    // A full bucket loses refills.
    const full = limit !== null && remaining >= limit - 1
    if (full) {
      this.#anchor = null
      this.#burst = { from: sequence, tick }
    } else this.#anchor ??= { sequence, remaining, tick }
    if (anchor === null) return
    const gain = remaining - anchor.remaining + (sequence - anchor.sequence)
    const spentMs = tick - anchor.tick
    if (gain < gainMin || spentMs < measuredMsMin) return
    // A lower bound if none was left; subtracts one, as reports are whole numbers.
    const least = (gain - 1) / spentMs
    this.#perMs = remaining > 0 && !full && gain >= gainSure ? least : Math.max(this.#perMs, least)
    if (gain >= gainWhole && !full) this.#anchor = { sequence, remaining, tick }
  }

  /** Refused requests cost nothing. */
  skip(): void {
    if (this.#anchor !== null) this.#anchor = { ...this.#anchor, sequence: this.#anchor.sequence + 1 }
  }

  /** Begins a measurement with an empty bucket, unless one is under way. */
  anchorAt({ sequence, tick }: Sent): void {
    this.#anchor ??= { sequence, remaining: 0, tick }
  }

  forget(): void {
    this.#perMs = 0
    this.#anchor = null
  }

  /**
   * Served requests bound the rate from below, the refused rate from above.
   * @param untimely requests without a reported remainder were refused before
   */
  refused({ sequence, tick }: Sent, period: Period, limit: number | null, untimely: boolean): void {
    const isMeasured = tick - this.#remainedAtTick < measuredForMs
    this.#ceiling = this.#perMs > 0 ? this.#perMs : Number.POSITIVE_INFINITY
    this.#ceilingTick = tick
    if (isMeasured && this.#perMs > 0) {
      this.#perMs *= untimely ? strayed : measuredShare
      return
    }
    const burstMax = limit ?? Number.POSITIVE_INFINITY
    const burst = this.#burst.tick > period.tick ? this.#burst : period
    const beyondMs = tick - burst.tick
    const beyondBurst = beyondMs >= burstMsMin ? (sequence - 1 - burst.from - burstMax) / beyondMs : 0
    const served = sequence - 1 - period.from
    const withPause = period.number > 0 ? served / (tick - period.tick + period.pauseMs) : 0
    this.#served = Math.min(this.#served, this.#perMs * lowered)
    // With hardly a burst, the rate lies between served and refused.
    const between = burstMax <= burstSmall ? Math.sqrt(this.#served * this.#perMs) : 0
    const least = Math.max(beyondBurst, withPause, between)
    this.#perMs = least > 0 ? Math.min(least, this.#ceiling * measuredShare) : this.#perMs * lowered
  }

  /** No growth before then. */
  holdUntil(tick: number): void {
    this.#grownAtTick = tick
  }

  /** Without reports, tries a slightly higher rate. */
  grow(limit: number | null, now: number): void {
    const passedMs = now - this.#grownAtTick
    if (passedMs <= 0) return
    this.#grownAtTick = now
    // Reports with requests left measure the rate instead.
    if (this.#perMs === 0 || now - this.#remainedAtTick < measuredForMs) return
    const burstMs = (limit ?? 1) / this.#perMs
    const spanMs = Math.min(span.mostMs, Math.max(span.leastMs, burstMs))
    const spans = passedMs / spanMs
    const sinceRefusal = (now - this.#ceilingTick) / spanMs
    const small = limit !== null && limit <= burstSmall
    const highest =
      this.#ceiling * (small ? ceilingShareSmall : ceilingShare) * Math.exp(ceilingGrowth * sinceRefusal ** 2)
    const fast = highest === Number.POSITIVE_INFINITY ? growthAtFirst : growth
    const grown = this.#perMs * (1 + fast * Math.min(spans, 2))
    const slow = this.#perMs + Math.max(0, highest - this.#perMs) * Math.min(1, approach * spans)
    this.#perMs = Math.min(grown, slow)
  }
}
