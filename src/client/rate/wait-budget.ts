// Limits how long a run waits after responses with status 429.

export interface WaitLimits {
  readonly pauseMsMax: number
  /** Limit for the pauses since the last served request. */
  readonly inVainMsMax: number
  readonly runMsMax: number
  /** The same limit as `inVainMsMax`, but after the client stopped the checks. */
  readonly cleanUpMsMax: number
}

export const waitLimits: WaitLimits = {
  // Many tenants count requests per minute.
  pauseMsMax: 60_000,
  inVainMsMax: 65_000,
  runMsMax: 1_800_000,
  cleanUpMsMax: 15_000,
}

interface Wait {
  readonly fromTick: number
  readonly untilTick: number
  readonly paused: boolean
}

export const timerStepMs = 1

export class WaitBudget {
  readonly #limits: WaitLimits
  readonly #onWaited: (durationMs: number) => void
  #wait: Wait | null = null
  #currentMs = 0
  #waitedMs = 0
  #pausedMs = 0
  #inVainMs = 0

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

  restart(): void {
    this.#inVainMs = 0
  }

  leftMs(forCleanUp: boolean): number {
    const { inVainMsMax, runMsMax, cleanUpMsMax } = this.#limits
    if (forCleanUp) return cleanUpMsMax - this.#inVainMs
    return Math.min(inVainMsMax - this.#inVainMs, runMsMax - this.#pausedMs)
  }
}
