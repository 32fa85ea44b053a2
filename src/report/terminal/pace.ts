// Measures the requests per second, and estimates the remaining time.

const windowMs = 10_000
// A shorter measurement is not reliable.
const spanMinMs = 2_000
// With fewer requests, the run is probably waiting.
const requestsMin = 5
const sampleEveryMs = 500

export class Pace {
  readonly #samples: { readonly atMs: number; readonly requests: number }[] = []

  note(requests: number, atMs: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && atMs - last.atMs < sampleEveryMs) return
    this.#samples.push({ atMs, requests })
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) >= windowMs)
      this.#samples.shift()
  }

  leftMs(requests: number, more: number, atMs: number): number | null {
    const rate = this.perSecond(requests, atMs)
    const first = this.#samples[0]
    if (rate === null || first === undefined || requests - first.requests < requestsMin || more <= 0)
      return null
    return Math.max(1, Math.round(more / rate)) * 1_000
  }

  perSecond(requests: number, atMs: number): number | null {
    const first = this.#samples[0]
    if (first === undefined || atMs - first.atMs < spanMinMs) return null
    return ((requests - first.requests) / (atMs - first.atMs)) * 1_000
  }
}
