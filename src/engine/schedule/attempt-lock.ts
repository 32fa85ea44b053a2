// Lets attempts run in parallel. If the tenant can store only few resources, lets them run one at a time.

export class AttemptLock {
  #sharing = 0
  #last: Promise<void> = Promise.resolve()
  readonly #idle: (() => void)[] = []

  /** @returns a function that ends the attempt */
  shared(): () => void {
    this.#sharing += 1
    return () => {
      this.#sharing -= 1
      if (this.#sharing === 0) for (const begin of this.#idle.splice(0)) begin()
    }
  }

  async exclusive(): Promise<() => void> {
    let end = (): void => undefined
    const before = this.#last
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    if (this.#sharing > 0) await new Promise<void>((begin) => this.#idle.push(begin))
    return end
  }
}
