// Runs attempts side by side, or alone if the tenant has too little room.

export class Turns {
  #sideBySide = 0
  #last: Promise<void> = Promise.resolve()
  readonly #idle: (() => void)[] = []

  /** @returns a function that ends the turn */
  beside(): () => void {
    this.#sideBySide += 1
    return () => {
      this.#sideBySide -= 1
      if (this.#sideBySide === 0) for (const begin of this.#idle.splice(0)) begin()
    }
  }

  /** Waits until all others have ended. @returns a function that ends the turn */
  async alone(): Promise<() => void> {
    let end = (): void => undefined
    const before = this.#last
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    if (this.#sideBySide > 0) await new Promise<void>((begin) => this.#idle.push(begin))
    return end
  }
}
