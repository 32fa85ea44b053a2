// Parts that are made once, wherever they are inlined.

interface Part {
  readonly made: unknown
  /** Values of the result that it takes. */
  readonly values: number
}

export class Inlined {
  readonly #parts = new WeakMap<object, Map<string, Part>>()

  of(value: object, kind: string): Part | undefined {
    return this.#parts.get(value)?.get(kind)
  }

  keep(value: object, kind: string, part: Part): void {
    const kinds = this.#parts.get(value) ?? new Map<string, Part>()
    kinds.set(kind, part)
    this.#parts.set(value, kinds)
  }
}
