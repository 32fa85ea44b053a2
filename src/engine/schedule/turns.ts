// Turns: attempts run side by side, or one after another where a tenant has too little room for what several make.

export class Turns {
  #sideBySide = 0
  #last: Promise<void> = Promise.resolve()
  readonly #idle: (() => void)[] = []

  /** Notes one that runs beside others. @returns what says that it has ended */
  beside(): () => void {
    this.#sideBySide += 1
    return () => {
      this.#sideBySide -= 1
      if (this.#sideBySide === 0) for (const begin of this.#idle.splice(0)) begin()
    }
  }

  /** Waits until all others have ended. @returns what says that it has ended */
  async alone(): Promise<() => void> {
    let end = (): void => undefined
    const before = this.#last
    this.#last = new Promise((resolve) => (end = resolve))
    await before
    if (this.#sideBySide > 0) await new Promise<void>((begin) => this.#idle.push(begin))
    return end
  }
}
