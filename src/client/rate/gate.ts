// Decides when each request can start, from the concurrency and the rate limit.
import { type Clock, systemClock } from '../../base/clock.ts'
import { Stop } from '../stop.ts'
import { Alarm } from './alarm.ts'
import { BucketSet, type RateKey, type Tokens } from './bucket-set.ts'
import { LongWaits } from './long-waits.ts'
import { noRateInfo, type RateInfo } from './rate-headers.ts'
import { timerStepMs, WaitBudget, type WaitLimits } from './wait-budget.ts'

interface GateOptions {
  readonly concurrency: number
  readonly ratePerSecond: number
  readonly waits: WaitLimits
  readonly timeLeftMs?: TimeLeft | undefined
  readonly onWaited?: (durationMs: number) => void
}

/** Milliseconds until the run must end. */
export type TimeLeft = () => number

export interface PermitRequest {
  readonly ticket: number
  readonly key: RateKey
  /** See `Call`. The default is 0. */
  readonly chain?: number
  /**
   * If true, the request ignores the reported number of remaining requests, but waits for the end of a pause.
   */
  readonly provoking?: boolean
}

interface Permit {
  readonly key: RateKey
  readonly tokens: Tokens
  readonly tick: number
}

interface Waiting extends PermitRequest {
  readonly admit: (permit: Permit | null) => void
}

interface Start {
  readonly tick: number
  readonly paused: boolean
}

const never: Start = { tick: Number.POSITIVE_INFINITY, paused: false }

// Wait after a 429 without a waiting time. The wait doubles with each consecutive 429.
const unaskedWaitMs = 250
// A timer usually fires this late.
const timerLateMs = 2

/** Starts as many requests as the rate limit allows. After too much waiting, starts no requests of checks. */
export class Gate {
  readonly exhausted = new Stop()
  readonly exhaustedForCleanUp = new Stop()
  readonly #options: GateOptions
  readonly #clock: Clock
  readonly #buckets = new BucketSet()
  readonly #longWaits = new LongWaits()
  readonly #budget: WaitBudget
  readonly #alarm: Alarm
  readonly #waiting: Waiting[] = []
  #inFlight = 0
  readonly #inFlightByOperation = new Map<string, number>()
  #refusedInARow = 0
  #pausedAtTick = 0
  #nextStartTick = 0

  constructor(options: GateOptions, clock: Clock = systemClock) {
    this.#options = options
    this.#clock = clock
    this.#budget = new WaitBudget(options.waits, (durationMs) => options.onWaited?.(durationMs))
    this.#alarm = new Alarm(clock, () => this.#admitAll())
  }

  get waitedMs(): number {
    return this.#budget.waitedMs
  }

  /** The requested wait that is too long for the run, or null. */
  get beyondMs(): number | null {
    return this.#longWaits.askedMs
  }

  /** Resolves with null after a stop, or if the client sends no more requests for this key. */
  acquire(request: PermitRequest, stop: Stop): Promise<Permit | null> {
    return new Promise((resolve) => {
      if (stop.stopped || this.#longWaits.isClosed(request.key, this.#clock.tickMs())) return resolve(null)
      let forget: (() => void) | null = null
      let isAdmitted = false
      const waiting: Waiting = {
        ...request,
        admit: (permit) => {
          isAdmitted = true
          forget?.()
          resolve(permit)
        },
      }
      const younger = this.#waiting.findLastIndex((other) => other.ticket < request.ticket)
      this.#waiting.splice(younger + 1, 0, waiting)
      this.#admitAll()
      if (isAdmitted) return
      forget = stop.onStop(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(null)
      })
    })
  }

  release({ key, tokens, tick }: Permit, info: RateInfo = noRateInfo): void {
    const now = this.#returned(key)
    this.#budget.restart()
    this.#longWaits.passed(key)
    if (tick >= this.#pausedAtTick) this.#refusedInARow = 0
    this.#buckets.passed(tokens, info, now)
    this.#admitAll()
  }

  releaseRefused({ key, tokens, tick }: Permit, { limit, resetMs }: RateInfo): void {
    const now = this.#returned(key)
    const isBeyond = resetMs !== null && this.isBeyond(resetMs)
    // A 429 for a request from before the current pause gives no new information.
    const late = tick < this.#pausedAtTick
    if (!late) this.#refusedInARow += 1
    const wishedMs = resetMs ?? (late ? 0 : unaskedWaitMs * 2 ** Math.max(0, this.#refusedInARow - 1))
    const leftMs = this.#budget.leftMs(this.exhausted.stopped)
    const retryMs = isBeyond ? this.#longWaits.refused(key, resetMs, late, now) : Number.POSITIVE_INFINITY
    if (!isBeyond && !this.exhausted.stopped) this.#longWaits.askedMs = null
    if (leftMs < timerStepMs || this.#longWaits.isHopeless) {
      this.#buckets.refused(tokens, limit, 0, now)
      this.#giveUp()
      return
    }
    if (retryMs === null) this.#dismiss(now)
    const waitMs = Math.min(wishedMs, leftMs, this.#options.waits.pauseMsMax, retryMs ?? 0)
    if (this.#buckets.refused(tokens, limit, waitMs, now)) this.#pausedAtTick = now
    this.#admitAll()
  }

  isBeyond(askedMs: number): boolean {
    const { waits, timeLeftMs } = this.#options
    const leftMs = this.exhausted.stopped ? undefined : timeLeftMs?.()
    return askedMs > Math.min(waits.inVainMsMax, leftMs ?? Number.POSITIVE_INFINITY)
  }

  #dismiss(now: number): void {
    for (const waiting of this.#waiting.filter(({ key }) => this.#longWaits.isClosed(key, now))) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      waiting.admit(null)
    }
  }

  #giveUp(): void {
    if (this.exhausted.stopped) this.exhaustedForCleanUp.stop()
    else this.exhausted.stop()
    this.#pausedAtTick = this.#clock.tickMs()
    this.#budget.restart()
    this.#refusedInARow = 0
    this.#longWaits.open()
    this.#admitAll()
  }

  reopen(): void {
    this.#budget.settle(this.#clock.tickMs())
    this.#buckets.reopen()
    this.#admitAll()
  }

  close(): void {
    this.#alarm.close()
  }

  #admitAll(): void {
    this.#budget.settle(this.#clock.tickMs())
    while (this.#inFlight < this.#options.concurrency) {
      const now = this.#clock.tickMs()
      const [index, start] = this.#next(now)
      const next = this.#waiting[index]
      if (next === undefined) break
      if (this.#nextStartTick > now) {
        this.#alarm.setFor(this.#nextStartTick)
        return
      }
      // The request waits for a response, and not for the rate limit.
      if (start.tick === Number.POSITIVE_INFINITY) break
      if (start.tick > now) {
        this.#budget.begin({ fromTick: now, untilTick: start.tick, paused: start.paused })
        this.#alarm.setFor(start.tick)
        return
      }
      this.#budget.end()
      this.#waiting.splice(index, 1)
      this.#count(next.key, 1)
      this.#nextStartTick =
        Math.max(this.#nextStartTick, now - timerLateMs) + 1000 / this.#options.ratePerSecond
      next.admit({ key: next.key, tokens: this.#buckets.take(next.key, now), tick: now })
    }
    this.#budget.end()
  }

  /**
   * Returns the request that can start first. Among equals, prefers the highest `chain`, then the operation
   * with the fewest pending requests.
   */
  #next(now: number): readonly [index: number, start: Start] {
    let [best, start, fewest] = [-1, never, 0]
    for (const [index, { key, chain = 0, provoking = false }] of this.#waiting.entries()) {
      const own = provoking
        ? { tick: this.#buckets.opensAt(key), paused: true }
        : this.#buckets.startsAt(key, now)
      const tick = Math.max(now, own.tick)
      const pending = chain > 0 ? -chain : (this.#inFlightByOperation.get(key.operation) ?? 0)
      if (best >= 0 && (tick > start.tick || (tick === start.tick && pending >= fewest))) continue
      best = index
      start = { tick, paused: own.paused }
      fewest = pending
    }
    return [best, start]
  }

  #returned(key: RateKey): number {
    this.#count(key, -1)
    const now = this.#clock.tickMs()
    this.#budget.settle(now)
    return now
  }

  #count({ operation }: RateKey, change: number): void {
    this.#inFlight += change
    this.#inFlightByOperation.set(operation, (this.#inFlightByOperation.get(operation) ?? 0) + change)
  }
}
