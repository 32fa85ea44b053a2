// What several checks share, made by the first that asks: who asks while it is being made lets another check work meanwhile.

/** So many may be at work at once. */
export class Places {
  #free: number
  /** Those that have begun already go first; of either the one that has waited longest. */
  readonly #returning: (() => void)[] = []
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Does a piece of work in a place, when there is one. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    await this.#take(this.#waiting)
    try {
      return await work()
    } finally {
      this.#give()
    }
  }

  /** Waits for what others do; its own place is theirs till then, and the next that is free its own again. */
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

/** Results by key, each made once. */
export class Shared {
  readonly #places: Places
  readonly #results = new Map<string, Promise<unknown>>()
  readonly #underWay = new Set<string>()
  readonly #failed = new Set<string>()

  constructor(places: Places) {
    this.#places = places
  }

  /** That result: to be asked for by who has a place. */
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

  /** Forgets what could not be made, so that who asks for it next has it made anew. */
  dropFailed(): void {
    for (const key of this.#failed) this.#results.delete(key)
    this.#failed.clear()
  }
}
