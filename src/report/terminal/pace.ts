// The pace of a run: requests per second over the last seconds, and how long the rest takes at that.

const windowMs = 10_000
// A rate of less than that is a guess.
const spanMinMs = 2_000
// Fewer requests than that in the window: the run waits, and its pace says nothing of the time left.
const requestsMin = 5
const sampleEveryMs = 500

export class Pace {
  readonly #samples: { readonly atMs: number; readonly requests: number }[] = []

  /** Notes how many requests have been sent by then. */
  note(requests: number, atMs: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && atMs - last.atMs < sampleEveryMs) return
    this.#samples.push({ atMs, requests })
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) >= windowMs)
      this.#samples.shift()
  }

  /** Milliseconds that so many requests more take at the present pace; null where it tells nothing. */
  leftMs(requests: number, more: number, atMs: number): number | null {
    const rate = this.perSecond(requests, atMs)
    const first = this.#samples[0]
    if (rate === null || first === undefined || requests - first.requests < requestsMin || more <= 0)
      return null
    return Math.max(1, Math.round(more / rate)) * 1_000
  }

  /** Requests per second; null where too little was seen. */
  perSecond(requests: number, atMs: number): number | null {
    const first = this.#samples[0]
    if (first === undefined || atMs - first.atMs < spanMinMs) return null
    return ((requests - first.requests) / (atMs - first.atMs)) * 1_000
  }
}
