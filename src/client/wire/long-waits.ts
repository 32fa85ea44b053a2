// 429s that ask for a longer wait than a run makes: whether that is meant, for which requests, and when nothing is left to ask.
import type { Lane } from './scopes.ts'

// Services give wrong times, so that a request is sent again after these pauses before its wait is believed.
const doubtMs = [250, 1_000] as const
// So many lanes that are closed one after another, while nothing is served, show that the tenant serves nothing.
const closedInARowMax = 2

export class LongWaits {
  /** The wait that was asked for last, in milliseconds. */
  askedMs: number | null = null
  readonly #refusedInARow = new Map<string, number>()
  readonly #closedUntilTick = new Map<string, number>()
  #closedInARow = 0
  #hasPassed = false

  /** Whether no request is served any more. */
  get isHopeless(): boolean {
    return this.#closedInARow >= (this.#hasPassed ? closedInARowMax : 1)
  }

  passed(lane: Lane): void {
    this.#hasPassed = true
    this.#closedInARow = 0
    this.#refusedInARow.delete(keyOf(lane))
  }

  /**
   * Counts a refusal.
   * @param late whether it was sent before the present pause began: it shows nothing new
   * @returns milliseconds after which to try again; null where the lane is closed from now on
   */
  refused(lane: Lane, askedMs: number, late: boolean, now: number): number | null {
    this.askedMs = askedMs
    const key = keyOf(lane)
    const inARow = (this.#refusedInARow.get(key) ?? 0) + (late ? 0 : 1)
    this.#refusedInARow.set(key, inARow)
    const pauseMs = late ? 0 : doubtMs[inARow - 1]
    if (pauseMs !== undefined) return pauseMs
    this.#closedUntilTick.set(key, now + askedMs)
    this.#refusedInARow.delete(key)
    this.#closedInARow += 1
    return null
  }

  isClosed(lane: Lane, now: number): boolean {
    return this.#closedUntilTick.size > 0 && now < (this.#closedUntilTick.get(keyOf(lane)) ?? 0)
  }

  /** Opens all lanes: clean-up tries for itself. */
  open(): void {
    this.#closedUntilTick.clear()
    this.#refusedInARow.clear()
    this.#closedInARow = 0
  }
}

function keyOf({ principal, operation }: Lane): string {
  return `${principal} ${operation}`
}
