// A stop for many listeners.

export class Stop {
  readonly #listeners = new Set<() => void>()
  // Signals may live longer than the stop.
  readonly #over = new AbortController()
  #stopped = false

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

  /** Calls the listener at once if stopped. Returns its removal. */
  onStop(listener: () => void): () => void {
    if (this.#stopped) {
      listener()
      return () => undefined
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
