// A map that keeps its latest entries: what grows with the traffic of a run has a bound.

/** A map of at most `entriesMax` entries. The one that was set the longest ago gives way. */
export class LatestMap<K, V> extends Map<K, V> {
  readonly #entriesMax: number

  constructor(entriesMax: number) {
    super()
    this.#entriesMax = entriesMax
  }

  override set(key: K, value: V): this {
    // Set anew, it is the latest again.
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#entriesMax) for (const oldest of this.keys()) return this.#without(oldest)
    return this
  }

  #without(key: K): this {
    this.delete(key)
    return this
  }
}
