// A virtual clock for tests. Time passes only while all tasks wait, so a slow machine has no effect.
import type { Clock } from './clock.ts'

interface Sleeper {
  readonly untilMs: number
  readonly wake: () => void
}

export class VirtualClock implements Clock {
  #atMs = 0
  #sleepers: Sleeper[] = []

  readonly tickMs = (): number => this.#atMs

  readonly sleep = (durationMs: number, signal?: AbortSignal): Promise<void> => {
    if (durationMs <= 0 || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper = { untilMs: this.#atMs + durationMs, wake: resolve }
      this.#sleepers.push(sleeper)
      if (this.#sleepers.length === 1) setImmediate(this.#pass)
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        resolve()
      })
    })
  }

  readonly #pass = (): void => {
    const next = this.#sleepers.reduce((a, b) => (b.untilMs < a.untilMs ? b : a), {
      untilMs: Number.POSITIVE_INFINITY,
      wake: () => undefined,
    })
    if (next.untilMs === Number.POSITIVE_INFINITY) return
    this.#sleepers = this.#sleepers.filter((other) => other !== next)
    this.#atMs = next.untilMs
    next.wake()
    if (this.#sleepers.length > 0) setImmediate(this.#pass)
  }
}
