// Many time limits share one timer, because many timers are slow.
import { type Clock, systemClock } from '../../base/clock.ts'

interface Deadline {
  readonly dueTick: number
  readonly expire: () => void
}

export class Deadlines {
  readonly #pending = new Set<Deadline>()
  readonly #closing = new AbortController()
  readonly #clock: Clock
  #wakesAtTick = Number.POSITIVE_INFINITY

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  add(durationMs: number, expire: () => void): () => void {
    const deadline = { dueTick: this.#clock.tickMs() + durationMs, expire }
    this.#pending.add(deadline)
    // If the current timer ends before this deadline, `#watch` then starts the next timer.
    if (deadline.dueTick < this.#wakesAtTick) void this.#watch(deadline.dueTick)
    return () => this.#pending.delete(deadline)
  }

  close(): void {
    this.#pending.clear()
    this.#closing.abort()
  }

  async #watch(tick: number): Promise<void> {
    this.#wakesAtTick = tick
    await this.#clock.sleep(tick - this.#clock.tickMs(), this.#closing.signal)
    if (this.#closing.signal.aborted) return
    for (const deadline of [...this.#pending]) {
      if (deadline.dueTick > this.#clock.tickMs()) continue
      this.#pending.delete(deadline)
      deadline.expire()
    }
    // A newer timer for an earlier deadline has replaced this timer.
    if (this.#wakesAtTick !== tick) return
    this.#wakesAtTick = Number.POSITIVE_INFINITY
    if (this.#pending.size === 0) return
    void this.#watch(Math.min(...[...this.#pending].map(({ dueTick }) => dueTick)))
  }
}
