// Patience with reads that lag: a node that answers one may be some moments behind.
import { sleep } from '../../base/clock.ts'

// How soon a read shows a change is not said; after this long at the latest it does on what is kept in several places.
const usualWaitsMs = [1_000] as const
// A tenant that never comes round is not waited for each time.
const inVainMax = 2

/** How long it is looked for something again. */
export interface Looking<T> {
  /** What is waited for: after a few waits in vain, one after the other, there is no more waiting for it in a run. */
  readonly what: string
  readonly look: () => Promise<T>
  readonly isThere: (seen: T) => boolean
  readonly waitsMs?: readonly number[]
}

export class Patience {
  readonly #inVain = new Map<string, number>()

  /** What was seen at first, or else what a later look shows. */
  async until<T>(first: T, { what, look, isThere, waitsMs = usualWaitsMs }: Looking<T>): Promise<T> {
    let seen = first
    if (isThere(seen) || this.#inVainFor(what) >= inVainMax) return seen
    for (const waitMs of waitsMs) {
      await sleep(waitMs)
      seen = await look()
      if (isThere(seen)) break
    }
    // Counted when the wait ends: others may have been waiting at the same time.
    this.#inVain.set(what, isThere(seen) ? 0 : this.#inVainFor(what) + 1)
    return seen
  }

  #inVainFor(what: string): number {
    return this.#inVain.get(what) ?? 0
  }
}
