// A map with a maximum size.

/** A full map removes the entry that was set least recently. */
export class LatestMap<K, V> extends Map<K, V> {
  readonly #entriesMax: number
  // Removals share one iterator. In V8, each new iterator would first pass over all deleted entries.
  readonly #oldestFirst = this.keys()

  constructor(entriesMax: number) {
    super()
    this.#entriesMax = entriesMax
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#entriesMax) this.delete(this.#oldestFirst.next().value as K)
    return this
  }
}
