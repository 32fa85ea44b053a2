// Admits requests: limits concurrency and rate, pauses after a 429.
import { type Clock, systemClock } from '../../base/clock.ts'
import { type Told, untold } from './allowance.ts'
import { LongWaits } from './long-waits.ts'
import { type Lane, type Leave, Scopes } from './scopes.ts'
import { Stop } from './stop.ts'

interface GateOptions {
  readonly concurrency: number
  readonly ratePerSecond: number
  readonly waits: WaitLimits
  /** Default: unlimited. */
  readonly timeLeftMs?: TimeLeft | undefined
  /** After each wait for the tenant's rate. */
  readonly onWaited?: (durationMs: number) => void
}

/** Longest waits for 429s. */
export interface WaitLimits {
  /** Single pause. */
  readonly pauseMsMax: number
  /** Consecutive pauses without success. */
  readonly inVainMsMax: number
  /** Whole run. */
  readonly runMsMax: number
  /** For clean-up, after the checks gave up. */
  readonly cleanUpMsMax: number
}

/** Milliseconds until the run's time ends. */
export type TimeLeft = () => number

export const waitLimits: WaitLimits = {
  // Windows of a minute are common.
  pauseMsMax: 60_000,
  inVainMsMax: 65_000,
  runMsMax: 1_800_000,
  cleanUpMsMax: 15_000,
}

export interface Asking {
  /** Lowest first within an operation. */
  readonly ticket: number
  readonly lane: Lane
  /** Number of dependent checks that follow in sequence; default 0. */
  readonly chain?: number
  /** Ignores the remaining allowance, but not pauses. */
  readonly provoking?: boolean
}

/** Return it with `leave`. */
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

interface Hold {
  readonly fromTick: number
  readonly untilTick: number
  /** By a 429, not by the estimated rate. */
  readonly paused: boolean
}

// First pause without a time; doubles each time.
const unaskedWaitMs = 250
// Typical timer delay, compensated.
const timerLateMs = 2
const timerStepMs = 1

/** `Scopes` learns the tenant's limits; the gate spends bursts at once. Exceeded wait limits close the gate for good. */
export class Gate {
  /** Checks may wait no longer. */
  readonly exhausted = new Stop()
  /** Clean-up may wait no longer. */
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
  #shutAtTick = 0
  #nextStartTick = 0
  #wakesAtTick = Number.POSITIVE_INFINITY
  #hold: Hold | null = null
  #heldMs = 0
  #waitedMs = 0
  /** The part of `#waitedMs` that 429s caused. */
  #pausedMs = 0
  /** The part of `#pausedMs` since the last success. */
  #pausedInVainMs = 0

  constructor(options: GateOptions, clock: Clock = systemClock) {
    this.#options = options
    this.#clock = clock
  }

  /** Total wait for the tenant's rate. */
  get waitedMs(): number {
    return this.#waitedMs
  }

  /** The last 429's wait, if too long. */
  get beyondMs(): number | null {
    return this.#longWaits.askedMs
  }

  /** Null after a stop. */
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
      // Most requests need no listener.
      if (isAdmitted) return
      forget = stop.onStop(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(null)
      })
    })
  }

  leave({ lane, leave, tick }: Pass, told: Told = untold): void {
    this.#count(lane, -1)
    this.#settle()
    this.#pausedInVainMs = 0
    this.#longWaits.passed(lane)
    if (tick >= this.#shutAtTick) this.#refusedInARow = 0
    this.#scopes.passed(leave, told, this.#clock.tickMs())
    this.#pump()
  }

  /** Handles a 429. `askedMs` is null if the response requests no wait. */
  leaveRefused({ lane, leave, tick }: Pass, askedMs: number | null, all: Told = untold): void {
    this.#count(lane, -1)
    this.#settle()
    // A response with too long a wait is not believed about the rate either.
    const beyond = askedMs !== null && this.isBeyond(askedMs)
    const told = beyond ? { ...all, left: null, resetMs: null } : all
    const now = this.#clock.tickMs()
    // Sent before the pause: no news.
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

  isBeyond(askedMs: number): boolean {
    return askedMs > this.#longestMs()
  }

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

  /** Remaining time for waits. */
  #patienceMs(): number {
    const { inVainMsMax, runMsMax, cleanUpMsMax } = this.#options.waits
    if (this.exhausted.stopped) return cleanUpMsMax - this.#pausedInVainMs
    return Math.min(inVainMsMax - this.#pausedInVainMs, runMsMax - this.#pausedMs)
  }

  // Clean-up may still try.
  #giveUp(): void {
    if (this.exhausted.stopped) this.exhaustedForCleanUp.stop()
    else this.exhausted.stop()
    this.#shutAtTick = this.#clock.tickMs()
    this.#pausedInVainMs = 0
    this.#refusedInARow = 0
    this.#longWaits.open()
    this.#pump()
  }

  /** A further 429 pauses again. */
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
      // Waiting for another response is no hold.
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
   * Returns the request that may start first. Ties: longest chain, then the operation with fewest pending requests, which favours sequential
   * senders.
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
