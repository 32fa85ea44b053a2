// A stop that many may wait on: one listener on the signal, however many requests are under way.

export class Stop {
  readonly #listeners = new Set<() => void>()
  // Takes our listeners off signals that outlive us.
  readonly #over = new AbortController()
  #stopped = false

  /** Follows the given signals and stops; any of them stops this one. */
  constructor(...sources: readonly (AbortSignal | Stop | undefined)[]) {
    for (const source of sources) {
      if (source instanceof Stop) source.onStop(() => this.stop())
      else if (source?.aborted) this.stop()
      else source?.addEventListener('abort', () => this.stop(), { once: true, signal: this.#over.signal })
    }
  }

  get stopped(): boolean {
    return this.#stopped
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#over.abort()
    for (const listener of [...this.#listeners]) listener()
    this.#listeners.clear()
  }

  /** Calls `listener` once, at the stop; at once where that has been. Returns what takes the listener away. */
  onStop(listener: () => void): () => void {
    if (this.#stopped) {
      listener()
      return () => undefined
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
