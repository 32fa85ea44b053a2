// The gate that every request passes: at most so many at once, so many per second, none while the tenant asks to wait.
import { type Clock, systemClock } from '../../base/clock.ts'
import { type Told, untold } from './allowance.ts'
import { LongWaits } from './long-waits.ts'
import { type Lane, type Leave, Scopes } from './scopes.ts'
import { Stop } from './stop.ts'

interface GateOptions {
  /** Requests in flight at most. */
  readonly concurrency: number
  /** Requests started per second at most; Infinity for no limit. */
  readonly ratePerSecond: number
  /** What is waited for a tenant that asks for it. */
  readonly waits: WaitLimits
  /** Default: without end. */
  readonly timeLeftMs?: TimeLeft | undefined
  /** Hears of each span in which the tenant's rate kept requests back, when it is over. */
  readonly onWaited?: (durationMs: number) => void
}

/** Milliseconds that are waited at most because the tenant asks for it by 429. */
export interface WaitLimits {
  /** In a single pause. */
  readonly pauseMsMax: number
  /** One pause after the other, with nothing but 429 in between. */
  readonly inVainMsMax: number
  /** In the whole run. */
  readonly runMsMax: number
  /** By clean-up, once the checks have waited for as long as they may. */
  readonly cleanUpMsMax: number
}

/** What the end of a run's time leaves for waiting, in milliseconds from now. */
export type TimeLeft = () => number

export const waitLimits: WaitLimits = {
  // A window of a minute is common.
  pauseMsMax: 60_000,
  inVainMsMax: 65_000,
  runMsMax: 1_800_000,
  cleanUpMsMax: 15_000,
}

/** A request that asks for leave. */
export interface Asking {
  /** Of those that wait for the same operation the lowest goes first. */
  readonly ticket: number
  readonly lane: Lane
  /** How many checks go one after another from it on; default 0. */
  readonly chain?: number
  /** Whether it goes out however little is left: it is to meet a 429. A pause holds it all the same. */
  readonly provoking?: boolean
}

/** Leave to send one request. Hand it back by `leave`. */
interface Pass {
  readonly lane: Lane
  readonly leave: Leave
  readonly tick: number
}

interface Waiting extends Asking {
  readonly admit: (pass: Pass | null) => void
}

interface Start {
  readonly tick: number
  readonly paused: boolean
}

const never: Start = { tick: Number.POSITIVE_INFINITY, paused: false }

/** What keeps all that wait. */
interface Hold {
  readonly fromTick: number
  readonly untilTick: number
  /** By a 429, not by what is known of the rate. */
  readonly paused: boolean
}

// The first pause where a 429 does not say how long; it doubles with each further one.
const unaskedWaitMs = 250
// Timers come late by about this much; it is made up for, so that the rate asked for is also reached.
const timerLateMs = 2
// A shorter pause is none.
const timerStepMs = 1

/**
 * What the tenant allows is learnt by `Scopes` and spent as it comes: the burst at once, what comes back as it comes back. After a
 * 429 nothing goes out for as long as it asks. Of one operation older tickets go first. Where pauses come to more than they may, the gate is shut
 * for good.
 */
export class Gate {
  /** Stops where the checks may wait no longer: nothing more of them is let in. */
  readonly exhausted = new Stop()
  /** Stops where clean-up may wait no longer either. */
  readonly exhaustedForCleanUp = new Stop()
  readonly #options: GateOptions
  readonly #clock: Clock
  readonly #scopes = new Scopes()
  readonly #longWaits = new LongWaits()
  readonly #waiting: Waiting[] = []
  #sleeping = new AbortController()
  #inFlight = 0
  /** By operation. */
  readonly #underWay = new Map<string, number>()
  #refusedInARow = 0
  /** When the last pause began. */
  #shutAtTick = 0
  #nextStartTick = 0
  #wakesAtTick = Number.POSITIVE_INFINITY
  #hold: Hold | null = null
  #heldMs = 0
  #waitedMs = 0
  /** Of that, because of a 429. */
  #pausedMs = 0
  /** The same since a request last passed. */
  #pausedInVainMs = 0

  constructor(options: GateOptions, clock: Clock = systemClock) {
    this.#options = options
    this.#clock = clock
  }

  /** Milliseconds for which requests were held back because of the tenant's rate. */
  get waitedMs(): number {
    return this.#waitedMs
  }

  /** Milliseconds that the last 429 asked for where that is longer than the gate waits; else null. */
  get beyondMs(): number | null {
    return this.#longWaits.askedMs
  }

  /** Waits for leave to send; null when stopped before. */
  enter(asking: Asking, stop: Stop): Promise<Pass | null> {
    return new Promise((resolve) => {
      if (stop.stopped || this.#longWaits.isClosed(asking.lane, this.#clock.tickMs())) return resolve(null)
      let forget: (() => void) | null = null
      let isAdmitted = false
      const waiting: Waiting = {
        ...asking,
        admit: (pass) => {
          isAdmitted = true
          forget?.()
          resolve(pass)
        },
      }
      const younger = this.#waiting.findLastIndex((other) => other.ticket < asking.ticket)
      this.#waiting.splice(younger + 1, 0, waiting)
      this.#pump()
      // Most need not wait, and nobody need tell them when to give up.
      if (isAdmitted) return
      forget = stop.onStop(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(null)
      })
    })
  }

  /** The request is over, with an answer that is no 429, or without one. */
  leave({ lane, leave, tick }: Pass, told: Told = untold): void {
    this.#count(lane, -1)
    this.#settle()
    this.#pausedInVainMs = 0
    this.#longWaits.passed(lane)
    if (tick >= this.#shutAtTick) this.#refusedInARow = 0
    this.#scopes.passed(leave, told, this.#clock.tickMs())
    this.#pump()
  }

  /** The request was answered by a 429 that asks to wait `askedMs`; null where it does not say how long. */
  leaveRefused({ lane, leave, tick }: Pass, askedMs: number | null, all: Told = untold): void {
    this.#count(lane, -1)
    this.#settle()
    // What is not believed of the wait is not believed of the rate.
    const beyond = askedMs !== null && this.isBeyond(askedMs)
    const told = beyond ? { ...all, left: null, resetMs: null } : all
    const now = this.#clock.tickMs()
    // One of a burst that was sent before the pause began tells nothing new.
    const late = tick < this.#shutAtTick
    if (!late) this.#refusedInARow += 1
    const wishedMs = askedMs ?? (late ? 0 : unaskedWaitMs * 2 ** Math.max(0, this.#refusedInARow - 1))
    const patienceMs = this.#patienceMs()
    const doubtMs = beyond ? this.#longWaits.refused(lane, askedMs, late, now) : Number.POSITIVE_INFINITY
    if (!beyond && !this.exhausted.stopped) this.#longWaits.askedMs = null
    if (patienceMs < timerStepMs || this.#longWaits.isHopeless) {
      this.#scopes.refused(leave, told, 0, now)
      this.#giveUp()
      return
    }
    if (doubtMs === null) this.#dismiss(now)
    const waitMs = Math.min(wishedMs, patienceMs, this.#options.waits.pauseMsMax, doubtMs ?? 0)
    if (this.#scopes.refused(leave, told, waitMs, now)) this.#shutAtTick = now
    this.#pump()
  }

  /** Whether that is a longer wait than may be. */
  isBeyond(askedMs: number): boolean {
    return askedMs > this.#longestMs()
  }

  /** Lets nobody wait whose lane is closed. */
  #dismiss(now: number): void {
    for (const waiting of this.#waiting.filter(({ lane }) => this.#longWaits.isClosed(lane, now))) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      waiting.admit(null)
    }
  }

  #longestMs(): number {
    const { inVainMsMax } = this.#options.waits
    if (this.exhausted.stopped) return inVainMsMax
    return Math.min(inVainMsMax, this.#options.timeLeftMs?.() ?? Number.POSITIVE_INFINITY)
  }

  /** For how long it may still wait. */
  #patienceMs(): number {
    const { inVainMsMax, runMsMax, cleanUpMsMax } = this.#options.waits
    if (this.exhausted.stopped) return cleanUpMsMax - this.#pausedInVainMs
    return Math.min(inVainMsMax - this.#pausedInVainMs, runMsMax - this.#pausedMs)
  }

  // What the checks waited for in vain, clean-up may still try for a while.
  #giveUp(): void {
    if (this.exhausted.stopped) this.exhaustedForCleanUp.stop()
    else this.exhausted.stop()
    this.#shutAtTick = this.#clock.tickMs()
    this.#pausedInVainMs = 0
    this.#refusedInARow = 0
    this.#longWaits.open()
    this.#pump()
  }

  /** Ends the present pause, however long the tenant asked for; a further 429 is obeyed again. */
  reopen(): void {
    this.#settle()
    this.#scopes.reopen()
    this.#pump()
  }

  close(): void {
    this.#wakesAtTick = Number.NEGATIVE_INFINITY
    this.#sleeping.abort()
  }

  #pump(): void {
    this.#settle()
    while (this.#inFlight < this.#options.concurrency) {
      const now = this.#clock.tickMs()
      const [index, start] = this.#next(now)
      const next = this.#waiting[index]
      if (next === undefined) break
      if (this.#nextStartTick > now) {
        this.#wakeAt(this.#nextStartTick)
        return
      }
      // What waits for the answer to another one is kept back by nobody.
      if (start.tick === Number.POSITIVE_INFINITY) break
      if (start.tick > now) {
        this.#hold = { fromTick: now, untilTick: start.tick, paused: start.paused }
        this.#wakeAt(start.tick)
        return
      }
      this.#endHold()
      this.#waiting.splice(index, 1)
      this.#count(next.lane, 1)
      this.#nextStartTick =
        Math.max(this.#nextStartTick, now - timerLateMs) + 1000 / this.#options.ratePerSecond
      next.admit({ lane: next.lane, leave: this.#scopes.take(next.lane, now), tick: now })
    }
    this.#endHold()
  }

  /**
   * Of those waiting the one that may go first; of several that may, one of the longest chain, and else one for the operation with the fewest
   * under way: who sends one after the other is not kept waiting by who sends many at once.
   */
  #next(now: number): readonly [index: number, start: Start] {
    let [best, start, fewest] = [-1, never, 0]
    for (const [index, { lane, chain = 0, provoking = false }] of this.#waiting.entries()) {
      const own = provoking
        ? { tick: this.#scopes.opensAt(lane), paused: true }
        : this.#scopes.startsAt(lane, now)
      const tick = Math.max(now, own.tick)
      const under = chain > 0 ? -chain : (this.#underWay.get(lane.operation) ?? 0)
      if (best >= 0 && (tick > start.tick || (tick === start.tick && under >= fewest))) continue
      best = index
      start = { tick, paused: own.paused }
      fewest = under
    }
    return [best, start]
  }

  #count({ operation }: Lane, change: number): void {
    this.#inFlight += change
    this.#underWay.set(operation, (this.#underWay.get(operation) ?? 0) + change)
  }

  /** Counts what has passed of a hold. */
  #settle(): void {
    if (this.#hold === null) return
    const { fromTick, untilTick, paused } = this.#hold
    const toTick = Math.min(this.#clock.tickMs(), untilTick)
    this.#hold = null
    const heldMs = Math.max(0, toTick - fromTick)
    this.#heldMs += heldMs
    this.#waitedMs += heldMs
    if (!paused) return
    this.#pausedMs += heldMs
    this.#pausedInVainMs += heldMs
  }

  #endHold(): void {
    if (this.#heldMs >= timerStepMs) this.#options.onWaited?.(this.#heldMs)
    this.#heldMs = 0
  }

  #wakeAt(tick: number): void {
    if (tick >= this.#wakesAtTick) return
    this.#wakesAtTick = tick
    this.#sleeping.abort()
    const sleeping = new AbortController()
    this.#sleeping = sleeping
    void this.#clock.sleep(tick - this.#clock.tickMs(), sleeping.signal).then(() => {
      if (sleeping.signal.aborted) return
      this.#wakesAtTick = Number.POSITIVE_INFINITY
      this.#pump()
    })
  }
}
