// Repeats a read until it returns an earlier write, because some tenants return writes late.
import { sleep } from '../../base/clock.ts'

// Replicated stores usually need less time than this.
const usualWaitsMs = [1_000] as const
const inVainMax = 2

const firstWaitMs = 100
const waitMsMax = 2_000

/** Returns growing waits in milliseconds. */
export function waitsWithin(durationMs: number): readonly number[] {
  const waits: number[] = []
  for (let left = durationMs, next = firstWaitMs; left > 0; next = Math.min(next * 2, waitMsMax)) {
    waits.push(Math.min(next, left))
    left -= next
  }
  return waits
}

export interface RepeatedRead<T> {
  /** The expected effect. The run counts unsuccessful waits separately for each text. */
  readonly what: string
  readonly look: () => Promise<T>
  readonly isThere: (seen: T) => boolean
  readonly waitsMs?: readonly number[]
}

export class ReadAfterWrite {
  readonly #inVain = new Map<string, number>()

  async until<T>(first: T, { what, look, isThere, waitsMs = usualWaitsMs }: RepeatedRead<T>): Promise<T> {
    let seen = first
    if (isThere(seen) || this.#inVainFor(what) >= inVainMax) return seen
    for (const waitMs of waitsMs) {
      await sleep(waitMs)
      seen = await look()
      if (isThere(seen)) break
    }
    this.#inVain.set(what, isThere(seen) ? 0 : this.#inVainFor(what) + 1)
    return seen
  }

  #inVainFor(what: string): number {
    return this.#inVain.get(what) ?? 0
  }
}
