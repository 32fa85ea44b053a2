// Shares results between checks. A waiting check gives up its slot.
import type { Slots } from './slots.ts'

export class FixtureResults {
  readonly #places: Slots
  readonly #results = new Map<string, Promise<unknown>>()
  readonly #underWay = new Set<string>()
  readonly #failed = new Set<string>()

  constructor(places: Slots) {
    this.#places = places
  }

  /** Call only while holding a slot. */
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

  /** Call after the fixtures' resources are removed. */
  clear(): void {
    this.#results.clear()
    this.#failed.clear()
  }

  dropFailed(): void {
    for (const key of this.#failed) this.#results.delete(key)
    this.#failed.clear()
  }
}
