// Patience: how long to wait for a delivery that must come, and for one that must not, learnt from those that came.

// Until one has come nothing is known of how fast a tenant forwards.
const unknownMs = 15_000

const arrival = { floorMs: 5_000, factor: 20, ceilingMs: 15_000 }
const silence = { floorMs: 300, factor: 2, ceilingMs: 10_000 }

export class Patience {
  #slowestMs: number | null = null

  /** Notes how long a delivery took from its trigger. */
  learn(latencyMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, latencyMs)
  }

  /** Milliseconds from a trigger after which a delivery that must come is missing. */
  get arrivalMs(): number {
    if (this.#slowestMs === null) return unknownMs
    return Math.min(arrival.ceilingMs, arrival.floorMs + arrival.factor * this.#slowestMs)
  }

  /** Milliseconds from a trigger after which a delivery that would have come has not come. */
  get silenceMs(): number {
    return Math.min(silence.ceilingMs, silence.floorMs + silence.factor * (this.#slowestMs ?? 0))
  }
}
