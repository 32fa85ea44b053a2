// Decides what to do after a 429 that requests a longer wait than a run allows.
import { type RateKey, textOf } from './bucket-set.ts'

// Some services report a wrong waiting time, so the client tries again after these waits.
const retryMs = [250, 1_000] as const
// The client sends no requests for a closed key until its wait ends. After this many closed keys in a row,
// all checks stop.
const closedInARowMax = 2

export class LongWaits {
  askedMs: number | null = null
  readonly #refusedInARow = new Map<string, number>()
  readonly #closedUntilTick = new Map<string, number>()
  #closedInARow = 0
  #hasPassed = false

  get isHopeless(): boolean {
    return this.#closedInARow >= (this.#hasPassed ? closedInARowMax : 1)
  }

  passed(key: RateKey): void {
    this.#hasPassed = true
    this.#closedInARow = 0
    this.#refusedInARow.delete(textOf(key))
  }

  /**
   * @param late whether the request was sent before the current pause
   * @returns milliseconds before a new attempt; null if this key is now closed
   */
  refused(key: RateKey, askedMs: number, late: boolean, now: number): number | null {
    this.askedMs = askedMs
    const text = textOf(key)
    const inARow = (this.#refusedInARow.get(text) ?? 0) + (late ? 0 : 1)
    this.#refusedInARow.set(text, inARow)
    const pauseMs = late ? 0 : retryMs[inARow - 1]
    if (pauseMs !== undefined) return pauseMs
    this.#closedUntilTick.set(text, now + askedMs)
    this.#refusedInARow.delete(text)
    this.#closedInARow += 1
    return null
  }

  isClosed(key: RateKey, now: number): boolean {
    return this.#closedUntilTick.size > 0 && now < (this.#closedUntilTick.get(textOf(key)) ?? 0)
  }

  open(): void {
    this.#closedUntilTick.clear()
    this.#refusedInARow.clear()
    this.#closedInARow = 0
  }
}
