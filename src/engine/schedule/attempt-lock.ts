// A lock of attempts: shared, or exclusive if the tenant has too little room for what several create.

export class AttemptLock {
  #sharing = 0
  #last: Promise<void> = Promise.resolve()
  readonly #idle: (() => void)[] = []

  /** @returns a function that ends the turn */
  shared(): () => void {
    this.#sharing += 1
    return () => {
      this.#sharing -= 1
      if (this.#sharing === 0) for (const begin of this.#idle.splice(0)) begin()
    }
  }

  /** Waits until all others have ended. @returns a function that ends the turn */
  async exclusive(): Promise<() => void> {
    let end = (): void => undefined
    const before = this.#last
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    if (this.#sharing > 0) await new Promise<void>((begin) => this.#idle.push(begin))
    return end
  }
}
