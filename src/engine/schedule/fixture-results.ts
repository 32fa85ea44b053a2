// Shares the results of fixtures among checks. A check that waits for a fixture frees its slot.
import type { Slots } from './slots.ts'

export class FixtureResults {
  readonly #places: Slots
  readonly #results = new Map<string, Promise<unknown>>()
  readonly #underWay = new Set<string>()
  readonly #failed = new Set<string>()

  constructor(places: Slots) {
    this.#places = places
  }

  /** The caller must occupy a slot. */
  get<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#results.get(key) as Promise<T> | undefined
    if (known !== undefined) return this.#underWay.has(key) ? this.#places.without(known) : known
    const result = make()
    this.#results.set(key, result)
    this.#underWay.add(key)
    const end = (): boolean => this.#underWay.delete(key)
    result.then(end, () => {
      end()
      this.#failed.add(key)
    })
    return result
  }

  /** Call this method after the removal of the fixtures' resources. */
  clear(): void {
    this.#results.clear()
    this.#failed.clear()
  }

  dropFailed(): void {
    for (const key of this.#failed) this.#results.delete(key)
    this.#failed.clear()
  }
}
