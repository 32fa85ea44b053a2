// Waits for reads that lag behind writes.
import { sleep } from '../../base/clock.ts'

// Not specified; replicated stores need this long at most.
const usualWaitsMs = [1_000] as const
// After this many vain waits in a row the run stops waiting.
const inVainMax = 2

export interface RepeatedRead<T> {
  /** Vain waits are counted by this text. */
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
    // Others may wait at the same time.
    this.#inVain.set(what, isThere(seen) ? 0 : this.#inVainFor(what) + 1)
    return seen
  }

  #inVainFor(what: string): number {
    return this.#inVain.get(what) ?? 0
  }
}
