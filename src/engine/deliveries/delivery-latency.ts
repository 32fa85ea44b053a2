// Decides from the delays of earlier deliveries how long a check waits for a delivery.

const arrival = { floorMs: 5_000, factor: 5, ceilingMs: 15_000 }
const silence = { floorMs: 300, factor: 2, ceilingMs: 10_000 }

const afterMiss = { firstMs: 2_000, floorMs: 500 }

const nextSlowestFactor = 2

export class DeliveryLatency {
  readonly #ceilingMs: number
  #slowestMs: number | null = null
  #misses = 0

  /** @param ceilingMs the longest wait in milliseconds. A value below 15 seconds has no effect */
  constructor(ceilingMs = 0) {
    this.#ceilingMs = Math.max(arrival.ceilingMs, ceilingMs)
  }

  learn(latencyMs: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, latencyMs)
  }

  noteMissing(): void {
    this.#misses += 1
  }

  get slowestMs(): number | null {
    return this.#slowestMs
  }

  get arrivalMs(): number {
    if (this.#slowestMs === null)
      return this.#misses === 0
        ? this.#ceilingMs
        : Math.max(afterMiss.floorMs, afterMiss.firstMs / this.#misses)
    return Math.min(this.#ceilingMs, arrival.floorMs + arrival.factor * this.#slowestMs)
  }

  /** If false, a missing delivery may only be late. */
  get canTellMissing(): boolean {
    return this.#slowestMs !== null && nextSlowestFactor * this.#slowestMs <= this.arrivalMs
  }

  get silenceMs(): number {
    const slowestMs = this.#slowestMs ?? 0
    const learntMs = Math.min(silence.ceilingMs, silence.factor * slowestMs)
    return silence.floorMs + Math.max(slowestMs, learntMs)
  }
}
