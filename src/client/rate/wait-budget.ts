// Budget of waits for a tenant's rate limit.

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

export const waitLimits: WaitLimits = {
  // Windows of a minute are common.
  pauseMsMax: 60_000,
  inVainMsMax: 65_000,
  runMsMax: 1_800_000,
  cleanUpMsMax: 15_000,
}

interface Wait {
  readonly fromTick: number
  readonly untilTick: number
  /** By a 429, not by the estimated rate. */
  readonly paused: boolean
}

// Timers are no more precise.
export const timerStepMs = 1

export class WaitBudget {
  readonly #limits: WaitLimits
  readonly #onWaited: (durationMs: number) => void
  #wait: Wait | null = null
  /** Since the last request was admitted. */
  #currentMs = 0
  #waitedMs = 0
  /** The part of `#waitedMs` that 429s caused. */
  #pausedMs = 0
  /** The part of `#pausedMs` since the last success. */
  #inVainMs = 0

  /** @param onWaited called after each wait */
  constructor(limits: WaitLimits, onWaited: (durationMs: number) => void) {
    this.#limits = limits
    this.#onWaited = onWaited
  }

  get waitedMs(): number {
    return this.#waitedMs
  }

  begin(wait: Wait): void {
    this.#wait = wait
  }

  /** Counts the wait up to now. */
  settle(now: number): void {
    if (this.#wait === null) return
    const { fromTick, untilTick, paused } = this.#wait
    this.#wait = null
    const ms = Math.max(0, Math.min(now, untilTick) - fromTick)
    this.#currentMs += ms
    this.#waitedMs += ms
    if (!paused) return
    this.#pausedMs += ms
    this.#inVainMs += ms
  }

  end(): void {
    if (this.#currentMs >= timerStepMs) this.#onWaited(this.#currentMs)
    this.#currentMs = 0
  }

  /** Counts no earlier pause as in vain. */
  restart(): void {
    this.#inVainMs = 0
  }

  /** Remaining time for pauses. */
  leftMs(forCleanUp: boolean): number {
    const { inVainMsMax, runMsMax, cleanUpMsMax } = this.#limits
    if (forCleanUp) return cleanUpMsMax - this.#inVainMs
    return Math.min(inVainMsMax - this.#inVainMs, runMsMax - this.#pausedMs)
  }
}
