// Limits how many checks run at a time.

export class Slots {
  #free: number
  /** Checks that have begun take precedence over new checks. */
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
