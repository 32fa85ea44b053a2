// Calls a function at the earliest of the requested times.
import type { Clock } from '../../base/clock.ts'

export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #sleeping = new AbortController()
  #ringsAtTick = Number.POSITIVE_INFINITY

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  setFor(tick: number): void {
    if (tick >= this.#ringsAtTick) return
    this.#ringsAtTick = tick
    this.#sleeping.abort()
    const sleeping = new AbortController()
    this.#sleeping = sleeping
    void this.#clock.sleep(tick - this.#clock.tickMs(), sleeping.signal).then(() => {
      if (sleeping.signal.aborted) return
      this.#ringsAtTick = Number.POSITIVE_INFINITY
      this.#ring()
    })
  }

  close(): void {
    this.#ringsAtTick = Number.NEGATIVE_INFINITY
    this.#sleeping.abort()
  }
}
