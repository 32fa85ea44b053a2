// The gate that every request passes: at most so many at once, so many per second, none while the tenant asks to wait.
import { type Clock, systemClock } from '../../base/clock.ts'
import { Stop } from './stop.ts'

interface GateOptions {
  /** Requests in flight at most. */
  readonly concurrency: number
  /** Requests started per second at most; Infinity for no limit. */
  readonly ratePerSecond: number
  /** What is waited for a tenant that asks for it. */
  readonly waits: WaitLimits
  /** Hears of each pause that the tenant asked for, when it is over. */
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

export const waitLimits: WaitLimits = {
  // A window of a minute is common.
  pauseMsMax: 60_000,
  inVainMsMax: 65_000,
  runMsMax: 1_800_000,
  cleanUpMsMax: 15_000,
}

/** Leave to send one request. Hand it back by `leave`. */
interface Pass {
  /** How often the gate had been shut when leave was given. */
  readonly era: number
}

interface Waiting {
  readonly ticket: number
  readonly admit: (pass: Pass | null) => void
}

// The first pause where a 429 does not say how long; it doubles with each further one.
const unaskedWaitMs = 250
// A tenant that says "none left" is believed for so long ahead; a longer wait must be shown to be meant, by a 429.
const paceAheadMsMax = 2_000
// Timers come late by about this much; it is made up for, so that the rate asked for is also reached.
const timerLateMs = 2
// A shorter pause is none.
const timerStepMs = 1

/**
 * After a 429 the gate reopens for one request at a time. It widens to as many as the tenant says are left, or, where
 * it does not say, by one after every few that pass: a burst of refusals would use up the budget of the run and could
 * prolong the limit. Older tickets go first. Where waiting comes to more than it may, the gate is shut for good.
 */
export class Gate {
  /** Stops where the checks may wait no longer: nothing more of them is let in. */
  readonly exhausted = new Stop()
  /** Stops where clean-up may wait no longer either. */
  readonly exhaustedForCleanUp = new Stop()
  readonly #options: GateOptions
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  readonly #closing = new AbortController()
  #wake = new AbortController()
  #window: number
  #inFlight = 0
  #era = 0
  #passedInEra = 0
  #refusedInARow = 0
  #everRefused = false
  #opensAtTick = 0
  #nextStartTick = 0
  #asleep = false
  #waitedMs = 0
  /** Since a request last passed. */
  #waitedInVainMs = 0

  constructor(options: GateOptions, clock: Clock = systemClock) {
    this.#options = options
    this.#clock = clock
    this.#window = options.concurrency
  }

  /** Milliseconds for which requests were held back because the tenant asked for it. */
  get waitedMs(): number {
    return this.#waitedMs
  }

  /** Waits for leave to send; null when stopped before. Of those waiting the lowest ticket goes first. */
  enter(ticket: number, stop: Stop): Promise<Pass | null> {
    return new Promise((resolve) => {
      if (stop.stopped) return resolve(null)
      const waiting: Waiting = {
        ticket,
        admit: (pass) => {
          forget()
          resolve(pass)
        },
      }
      const forget = stop.onStop(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(null)
      })
      const younger = this.#waiting.findLastIndex((other) => other.ticket < ticket)
      this.#waiting.splice(younger + 1, 0, waiting)
      this.#pump()
    })
  }

  /** The request is over, with an answer that is no 429, or without one. */
  leave(pass: Pass, remaining: number | null = null, resetMs: number | null = null): void {
    this.#inFlight -= 1
    this.#waitedInVainMs = 0
    // What was sent before the pause says nothing about what the tenant allows after it.
    if (this.#everRefused && pass.era === this.#era) {
      this.#refusedInARow = 0
      this.#window = Math.min(this.#options.concurrency, Math.max(1, remaining ?? this.#widened()))
      if (remaining === 0 && resetMs !== null && resetMs <= paceAheadMsMax) this.#shut(resetMs)
    }
    this.#pump()
  }

  /** The request was answered by a 429 that asks to wait `askedMs`; null where it does not say how long. */
  leaveRefused(pass: Pass, askedMs: number | null): void {
    this.#inFlight -= 1
    this.#everRefused = true
    if (pass.era === this.#era) this.#refusedInARow += 1
    const wishedMs = askedMs ?? unaskedWaitMs * 2 ** Math.max(0, this.#refusedInARow - 1)
    const patienceMs = this.#patienceMs()
    if (patienceMs < timerStepMs) {
      this.#giveUp()
      return
    }
    const waitMs = Math.min(wishedMs, patienceMs)
    // One of a burst that was sent before the gate shut may lengthen the pause, but opens no new era.
    if (pass.era === this.#era) this.#shut(waitMs)
    else if (askedMs !== null) this.#opensAtTick = Math.max(this.#opensAtTick, this.#tickAfter(waitMs))
    this.#pump()
  }

  /** For how long it may still wait. */
  #patienceMs(): number {
    const { inVainMsMax, runMsMax, cleanUpMsMax } = this.#options.waits
    if (this.exhausted.stopped) return cleanUpMsMax - this.#waitedInVainMs
    return Math.min(inVainMsMax - this.#waitedInVainMs, runMsMax - this.#waitedMs)
  }

  // What the checks waited for in vain, clean-up may still try for a while.
  #giveUp(): void {
    if (this.exhausted.stopped) this.exhaustedForCleanUp.stop()
    else this.exhausted.stop()
    this.#era += 1
    this.#waitedInVainMs = 0
    this.#refusedInARow = 0
    this.#pump()
  }

  #widened(): number {
    this.#passedInEra += 1
    return this.#passedInEra % this.#options.concurrency === 0 ? this.#window + 1 : this.#window
  }

  /** Ends the present pause, however long the tenant asked for; a further 429 is obeyed again. */
  reopen(): void {
    this.#opensAtTick = 0
    this.#wake.abort()
    this.#wake = new AbortController()
  }

  close(): void {
    this.#closing.abort()
  }

  #shut(waitMs: number): void {
    this.#era += 1
    this.#passedInEra = 0
    this.#window = 1
    this.#opensAtTick = Math.max(this.#opensAtTick, this.#tickAfter(waitMs))
  }

  #tickAfter(waitMs: number): number {
    return this.#clock.tickMs() + Math.min(waitMs, this.#options.waits.pauseMsMax)
  }

  #pump(): void {
    while (!this.#asleep && this.#inFlight < this.#window) {
      const now = this.#clock.tickMs()
      const startsAt = Math.max(this.#opensAtTick, this.#nextStartTick)
      if (this.#waiting.length > 0 && startsAt > now) return void this.#sleepUntil(startsAt)
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#inFlight += 1
      this.#nextStartTick =
        Math.max(this.#nextStartTick, now - timerLateMs) + 1000 / this.#options.ratePerSecond
      next.admit({ era: this.#era })
    }
  }

  async #sleepUntil(tick: number): Promise<void> {
    this.#asleep = true
    const from = this.#clock.tickMs()
    const opensAtTick = this.#opensAtTick
    await this.#clock.sleep(tick - from, AbortSignal.any([this.#closing.signal, this.#wake.signal]))
    const waitedMs = opensAtTick > from ? Math.min(this.#clock.tickMs(), opensAtTick) - from : 0
    this.#waitedMs += waitedMs
    this.#waitedInVainMs += waitedMs
    if (waitedMs >= timerStepMs) this.#options.onWaited?.(waitedMs)
    this.#asleep = false
    this.#pump()
  }
}
