// One allowance of a tenant, as a token bucket on our side: how many requests it takes at once, how many more per second.

/** What an answer tells of the rate; null where it does not. */
export interface Told {
  /** Requests that are allowed at once, or in a window. */
  readonly limit: number | null
  /** Requests that are left. */
  readonly left: number | null
  /** Milliseconds until more are allowed. */
  readonly resetMs: number | null
}

export const untold: Told = { limit: null, left: null, resetMs: null }

/** A request that an allowance was asked for. */
export interface Taken {
  readonly place: number
  readonly era: number
  readonly tick: number
  /** It went out though the tenant had told that none is left: some may have come back. */
  readonly hopeful: boolean
  /** Per millisecond, as it was known then. */
  readonly rate: number
}

// "None left" is believed for so long ahead; a longer wait must be shown to be meant, by a 429.
const believedAheadMsMax = 2_000
const shownAheadMsMax = 60_000
// So many requests that pass though none was left show that what is told means something else.
const servedInVainMax = 3
// So many that are refused though they were left show the same; it is not listened to for so long then, and longer each time.
const refusedInVainMin = 2
const distrustMs = { first: 5_000, most: 600_000 }
// What is measured over less is mostly chance.
const measuredMsMin = 250
const gainMin = 4
const gainSure = 20
const gainWhole = 60
const epochMsMin = 250
// After so long without a request all that is allowed at once may have come back.
const restMs = 1_000
const strayed = 0.7
const measuredShare = 0.97
const measuredForMs = 5_000
// A rate that nothing tells grows by a share in each span, and slowly when it comes near the one that was refused.
const growth = 0.25
const growthAtFirst = 1
const approach = 0.25
const ceilingShare = 0.985
// Where there is hardly a burst, nothing makes up for a request that comes a little early.
const ceilingShareSmall = 0.96
const ceilingGrowth = 0.0001
const lowered = 0.93
const burstSmall = 2
const momentMs = 50
// Of a burst this part at most is kept back, and of a small one nothing.
const limitWithReserve = 8
const limitPerReserve = 4
const doubtMs = 30_000
const doubtsMax = 8
const span = { leastMs: 1_000, mostMs: 5_000 }

/**
 * Learns from what the tenant tells, and, where it tells nothing, from what it serves and refuses. What is told raises the rate,
 * a refusal lowers it. Nothing told is taken for more than a hint: only a 429 stops, and what is served beyond what was told, or
 * refused within it, shows that the hint is wrong.
 */
export class Allowance {
  #limit: number | null = null
  #tokens = Number.POSITIVE_INFINITY
  #tokensAtTick = 0
  /** Per millisecond; 0 while unknown. */
  #rate = 0
  /** The rate that was refused last, per millisecond. */
  #ceiling = Number.POSITIVE_INFINITY
  #ceilingTick = 0
  /** The highest rate at which one that nothing told of was served, per millisecond. */
  #served = 0
  #grownAtTick = 0
  /** What was told last; null where nothing is, or it is over. */
  #told: { readonly left: number; readonly place: number; readonly tick: number } | null = null
  /** When some were left at last. */
  #hadLeftAtTick = Number.NEGATIVE_INFINITY
  #distrustedUntilTick = Number.NEGATIVE_INFINITY
  #distrustMs: number = distrustMs.first
  /** When the tenant told that more will be allowed; 0 where it did not. */
  #resetAtTick = 0
  #opensAtTick = 0
  #inFlight = 0
  #sent = 0
  /** From one pause to the next. */
  #era = { number: 0, from: 0, tick: 0, pauseMs: 0 }
  /** Since a rest, or since all were left: what was allowed at once may have been whole then. */
  #burst = { from: 0, tick: Number.NEGATIVE_INFINITY }
  #takenAtTick = Number.NEGATIVE_INFINITY
  #anchor: { readonly place: number; readonly left: number; readonly tick: number } | null = null
  #refusedEver = false
  #servedInVain = 0
  /** Hopeful requests that were refused, one after the other. */
  #hopesRefused = 0
  /** So often the told time is waited for before some are hoped for again. */
  #hopesLeftOut = 0
  /** What the told time was seen to bring. */
  #brings = 1
  #awaitsReset = false
  #doubts = 0
  #doubtedAtTick = 0

  /** When the pause ends that a 429 asked for. */
  get opensAtTick(): number {
    return this.#opensAtTick
  }

  /** When the next request may go out: now or before for at once, Infinity for not before another one is answered. */
  startsAt(now: number): number {
    if (this.#opensAtTick > now) return this.#opensAtTick
    this.#refill(now)
    const needed = 1 + this.#reserve
    if (this.#tokens >= needed) return now
    const alone = this.#inFlight === 0 ? now : Number.POSITIVE_INFINITY
    // Without a 429 nothing shows that there is a limit at all.
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

  /**
   * How far what is told is from what was expected; null where nothing was. More than expected tells something only a moment
   * after something else was told: some may have come back else.
   */
  errorOf({ place, era, tick }: Taken, { limit, left }: Told, now: number): number | null {
    if (era !== this.#era.number || left === null) return null
    if (this.#told === null && this.#era.number === 0)
      return limit === null ? null : Math.max(0, limit - place - left)
    this.#refill(now)
    if (this.#told === null || this.#tokens === Number.POSITIVE_INFINITY) return null
    const more = left - Math.max(0, this.#tokens + this.#sent - place)
    // Those under way may have been counted in another order.
    if (Math.abs(more) <= 2 + this.#inFlight) return 0
    return more > 0 && tick - this.#told.tick > momentMs ? 0 : Math.abs(more)
  }

  /** Whether it expects that one more is served. */
  expectsMore({ place, era }: Taken): boolean {
    return (
      era === this.#era.number && this.#told !== null && this.#told.left - (place - this.#told.place) >= 0
    )
  }

  /** The request was answered by anything but a 429. */
  passed(taken: Taken, { limit, left, resetMs }: Told, now: number): void {
    this.#inFlight -= 1
    // What was sent before the pause says nothing about what is allowed after it.
    if (taken.era !== this.#era.number) return
    if (taken.hopeful) this.#hopesRefused = 0
    if (taken.hopeful || this.#told === null) this.#served = Math.max(this.#served, taken.rate)
    if (limit !== null) this.#limit = limit
    if (!this.#refusedEver && this.#tokens < 1) this.#servedInVain += 1
    // More than there ever are is nonsense.
    const known = left !== null && left <= (this.#limit ?? left) && now >= this.#distrustedUntilTick
    if (known) this.#believe(taken, left, resetMs, now)
    else if (this.#rate === 0 && this.#refusedEver) this.#tokens = this.#capped(this.#tokens + 2)
    if (!this.#isStepwise) this.#grow(now)
  }

  /** The request was answered by a 429, after which `waitMs` are waited. @returns whether it began the pause */
  refused(taken: Taken, { limit }: Told, waitMs: number, now: number): boolean {
    this.#inFlight -= 1
    if (limit !== null) this.#limit = limit
    // What is refused takes nothing.
    if (this.#anchor !== null) this.#anchor = { ...this.#anchor, place: this.#anchor.place + 1 }
    // One of a burst that was sent before the pause began may lengthen it, but begins none.
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

  /** Ends the present pause. */
  reopen(): void {
    this.#opensAtTick = 0
  }

  /** Whether more comes when the tenant says, and not bit by bit. */
  get #isStepwise(): boolean {
    return this.#hopesLeftOut > 0 && this.#told !== null && (this.#resetAtTick > 0 || this.#inFlight > 0)
  }

  /** What is left is not spent to the last while answers are out: they may have been counted in another order. */
  get #reserve(): number {
    if (!this.#refusedEver || this.#told === null || (this.#limit ?? 0) < limitWithReserve) return 0
    // Each hope that was refused shows that times are known less well; this is forgotten as time passes.
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
    // As the tenant saw it, it was so when that request came, and the next one is as long on its way.
    this.#tokensAtTick = tick
    const believedMs = this.#hopesRefused > 0 || this.#hopesLeftOut > 0 ? shownAheadMsMax : believedAheadMsMax
    const told = left === 0 && resetMs !== null && resetMs <= believedMs ? resetMs : 0
    this.#resetAtTick = told > 0 ? now + told : 0
    // What comes back does so by then, if not before.
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
    // One that went out in hope meanwhile has had its share of it.
    const hoped = this.#told === null ? 0 : this.#sent - this.#told.place
    this.#tokens = Math.max(this.#tokens, (this.#isStepwise ? this.#brings : 1) - hoped)
    if (this.#isStepwise) this.#hopesLeftOut -= 1
    this.#resetAtTick = 0
    this.#told = null
    this.#awaitsReset = true
  }

  /** The rate, from what has come back between two answers. */
  #measure(place: number, tick: number, left: number): void {
    const anchor = this.#anchor
    // What would come back to a full one is lost.
    const full = this.#limit !== null && left >= this.#limit - 1
    if (full) {
      this.#anchor = null
      this.#burst = { from: place, tick }
    } else this.#anchor ??= { place, left, tick }
    if (anchor === null) return
    const gain = left - anchor.left + (place - anchor.place)
    const spentMs = tick - anchor.tick
    if (gain < gainMin || spentMs < measuredMsMin) return
    // Where none was left at either end no more than was sent shows; each of the two was told in whole requests.
    const least = (gain - 1) / spentMs
    this.#rate = left > 0 && !full && gain >= gainSure ? least : Math.max(this.#rate, least)
    if (gain >= gainWhole && !full) this.#anchor = { place, left, tick }
  }

  /** What was served since the last pause ended tells the rate, and the rate at which it was refused is too high. */
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
    // Where there is hardly a burst, what was served was served at that rate: the truth lies between.
    const between = limit <= burstSmall ? Math.sqrt(this.#served * this.#rate) : 0
    const least = Math.max(beyondBurst, withPause, between)
    this.#rate = least > 0 ? Math.min(least, this.#ceiling * measuredShare) : this.#rate * lowered
  }

  /** Where nothing tells whether more is allowed, a little more is tried. */
  #grow(now: number): void {
    const passedMs = now - this.#grownAtTick
    if (!this.#refusedEver || passedMs <= 0) return
    this.#grownAtTick = now
    // Where some are left now and then it is measured.
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
