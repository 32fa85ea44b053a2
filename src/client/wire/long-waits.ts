// Handles too long waits: closes their lanes and detects a tenant that serves nothing.
import type { Lane } from './scopes.ts'

// Retries verify a wait, as some services report wrong times.
const doubtMs = [250, 1_000] as const
// Consecutive closed lanes that show a tenant serving nothing.
const closedInARowMax = 2

export class LongWaits {
  /** Last requested wait. */
  askedMs: number | null = null
  readonly #refusedInARow = new Map<string, number>()
  readonly #closedUntilTick = new Map<string, number>()
  #closedInARow = 0
  #hasPassed = false

  get isHopeless(): boolean {
    return this.#closedInARow >= (this.#hasPassed ? closedInARowMax : 1)
  }

  passed(lane: Lane): void {
    this.#hasPassed = true
    this.#closedInARow = 0
    this.#refusedInARow.delete(keyOf(lane))
  }

  /**
   * @param late sent before the current pause: no news
   * @returns milliseconds before a retry; null if the lane is now closed
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

  /** For clean-up. */
  open(): void {
    this.#closedUntilTick.clear()
    this.#refusedInARow.clear()
    this.#closedInARow = 0
  }
}

function keyOf({ principal, operation }: Lane): string {
  return `${principal} ${operation}`
}
