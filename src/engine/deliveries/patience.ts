// Patience: how long to wait for a delivery that must come, and for one that must not, learnt from those that came.

const arrival = { floorMs: 5_000, factor: 5, ceilingMs: 15_000 }
const silence = { floorMs: 300, factor: 2, ceilingMs: 10_000 }

// When nothing has come for the whole of the first wait, nothing is likely to come to the next one.
const afterMiss = { firstMs: 2_000, floorMs: 500 }

// One that takes twice as long as the slowest so far is not yet missing.
const tellingFactor = 2

export class Patience {
  readonly #ceilingMs: number
  #slowestMs: number | null = null
  #misses = 0

  /** @param ceilingMs the longest wait for a delivery, where it is more than the default of 15 seconds */
  constructor(ceilingMs = 0) {
    this.#ceilingMs = Math.max(arrival.ceilingMs, ceilingMs)
  }

  /** Notes how long a delivery took from its trigger. */
  learn(latencyMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, latencyMs)
  }

  /** Notes that one that must come did not. */
  missed(): void {
    this.#misses += 1
  }

  /** Milliseconds that the slowest delivery took; null where none has come. */
  get slowestMs(): number | null {
    return this.#slowestMs
  }

  /** Milliseconds from a trigger after which a delivery that must come is missing. */
  get arrivalMs(): number {
    // Until one has come nothing is known of how fast a tenant forwards.
    if (this.#slowestMs === null)
      return this.#misses === 0
        ? this.#ceilingMs
        : Math.max(afterMiss.floorMs, afterMiss.firstMs / this.#misses)
    return Math.min(this.#ceilingMs, arrival.floorMs + arrival.factor * this.#slowestMs)
  }

  /**
   * Whether one that has not come within `arrivalMs` is missing and not just late. The specification sets no time: only
   * deliveries that came much sooner show that.
   */
  get tells(): boolean {
    return this.#slowestMs !== null && tellingFactor * this.#slowestMs <= this.arrivalMs
  }

  /** Milliseconds from a trigger after which a delivery that would have come has not come. */
  get silenceMs(): number {
    const slowestMs = this.#slowestMs ?? 0
    const learntMs = Math.min(silence.ceilingMs, silence.factor * slowestMs)
    return silence.floorMs + Math.max(slowestMs, learntMs)
  }
}
