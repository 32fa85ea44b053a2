// Estimates how fast a rate limit of the tenant refills.

export interface Sent {
  readonly sequence: number
  readonly tick: number
}

export interface Period {
  readonly number: number
  readonly from: number
  readonly tick: number
  readonly pauseMs: number
}

const measuredMsMin = 250
const gainMin = 4
const gainSure = 20
const gainWhole = 60
const burstMsMin = 250
// After this idle time, the tenant can probably serve a whole burst.
const idleMsMin = 1_000
const strayed = 0.7
const measuredShare = 0.97
const measuredForMs = 5_000
// The estimate grows by these shares. Near the last refused rate, `approach` is a share of the distance to
// this rate.
const growth = 0.25
const growthAtFirst = 1
const approach = 0.25
const ceilingShare = 0.985
// This share is lower than `ceilingShare`, because a tenant with a small burst rejects a request that is only
// slightly early.
const ceilingShareSmall = 0.96
const ceilingGrowth = 0.0001
const lowered = 0.93
const burstSmall = 2
const span = { leastMs: 1_000, mostMs: 5_000 }

export class RateEstimate {
  #perMs = 0
  #ceiling = Number.POSITIVE_INFINITY
  #ceilingTick = 0
  #served = 0
  #grownAtTick = 0
  #remainedAtTick = Number.NEGATIVE_INFINITY
  #anchor: { readonly sequence: number; readonly remaining: number; readonly tick: number } | null = null
  /** Start of the current burst: after an idle time, or with a full bucket. */
  #burst = { from: 0, tick: Number.NEGATIVE_INFINITY }
  #sentAtTick = Number.NEGATIVE_INFINITY

  /** Requests per millisecond. 0 if unknown. */
  get perMs(): number {
    return this.#perMs
  }

  get perSpan(): number {
    return this.#perMs * span.leastMs
  }

  sent(before: number, now: number): void {
    if (now - this.#sentAtTick > idleMsMin) this.#burst = { from: before, tick: now }
    this.#sentAtTick = now
  }

  /**
   * Notes the rate of a served request that the reports of the tenant did not allow, or that had no report.
   */
  served(perMs: number): void {
    this.#served = Math.max(this.#served, perMs)
  }

  remained(now: number): void {
    this.#remainedAtTick = now
  }

  refillsWithin(ms: number): void {
    if (this.#perMs === 0) this.#perMs = 1 / ms
  }

  measure({ sequence, tick }: Sent, remaining: number, limit: number | null): void {
    const anchor = this.#anchor
    // The reports of a full bucket do not show the refill rate.
    const full = limit !== null && remaining >= limit - 1
    if (full) {
      this.#anchor = null
      this.#burst = { from: sequence, tick }
    } else this.#anchor ??= { sequence, remaining, tick }
    if (anchor === null) return
    const gain = remaining - anchor.remaining + (sequence - anchor.sequence)
    const spentMs = tick - anchor.tick
    if (gain < gainMin || spentMs < measuredMsMin) return
    // The tenant rounds down, so the true gain can be smaller by 1.
    const least = (gain - 1) / spentMs
    this.#perMs = remaining > 0 && !full && gain >= gainSure ? least : Math.max(this.#perMs, least)
    if (gain >= gainWhole && !full) this.#anchor = { sequence, remaining, tick }
  }

  skip(): void {
    if (this.#anchor !== null) this.#anchor = { ...this.#anchor, sequence: this.#anchor.sequence + 1 }
  }

  anchorAt({ sequence, tick }: Sent): void {
    this.#anchor ??= { sequence, remaining: 0, tick }
  }

  forget(): void {
    this.#perMs = 0
    this.#anchor = null
  }

  /**
   * Lowers the estimate to a rate between the served and the refused rate.
   * @param untimely whether the tenant had already refused a request that was sent after a report of 0
   * remaining requests
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
    // If the tenant allows hardly any burst, the rate lies between the served and the refused rate.
    const between = burstMax <= burstSmall ? Math.sqrt(this.#served * this.#perMs) : 0
    const least = Math.max(beyondBurst, withPause, between)
    this.#perMs = least > 0 ? Math.min(least, this.#ceiling * measuredShare) : this.#perMs * lowered
  }

  holdUntil(tick: number): void {
    this.#grownAtTick = tick
  }

  grow(limit: number | null, now: number): void {
    const passedMs = now - this.#grownAtTick
    if (passedMs <= 0) return
    this.#grownAtTick = now
    // Recent reports already show the rate.
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
