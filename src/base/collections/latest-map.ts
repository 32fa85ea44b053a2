// A map that keeps its latest entries: what grows with the traffic of a run has a bound.

/** A map of at most `entriesMax` entries. The one that was set the longest ago gives way. */
export class LatestMap<K, V> extends Map<K, V> {
  readonly #entriesMax: number
  // One for all times: a new one would first go past all that gave way before.
  readonly #oldestFirst = this.keys()

  constructor(entriesMax: number) {
    super()
    this.#entriesMax = entriesMax
  }

  override set(key: K, value: V): this {
    // Set anew, it is the latest again.
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#entriesMax) this.delete(this.#oldestFirst.next().value as K)
    return this
  }
}
