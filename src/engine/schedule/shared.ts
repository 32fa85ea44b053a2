// Shares results between checks. A check that waits for a result gives up its place.

export class Places {
  #free: number
  /** Checks that have begun go first, then the longest waiting. */
  readonly #returning: (() => void)[] = []
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    await this.#take(this.#waiting)
    try {
      return await work()
    } finally {
      this.#give()
    }
  }

  /** Gives up the place while waiting. */
  async without<T>(result: Promise<T>): Promise<T> {
    this.#give()
    try {
      return await result
    } finally {
      await this.#take(this.#returning)
    }
  }

  async #take(queue: (() => void)[]): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((place) => queue.push(place))
  }

  #give(): void {
    const next = this.#returning.shift() ?? this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}

export class Shared {
  readonly #places: Places
  readonly #results = new Map<string, Promise<unknown>>()
  readonly #underWay = new Set<string>()
  readonly #failed = new Set<string>()

  constructor(places: Places) {
    this.#places = places
  }

  /** Call only while holding a place. */
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

  /** The next caller retries. */
  dropFailed(): void {
    for (const key of this.#failed) this.#results.delete(key)
    this.#failed.clear()
  }
}
