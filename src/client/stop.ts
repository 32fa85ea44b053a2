// A signal to stop that can have many listeners.

export class Stop {
  readonly #listeners = new Set<() => void>()
  // Removes listeners from signals, which can live longer than this object.
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

  /**
   * Calls the listener at the stop, or immediately if already stopped. Returns a function that removes the
   * listener.
   */
  onStop(listener: () => void): () => void {
    if (this.#stopped) {
      listener()
      return () => undefined
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
