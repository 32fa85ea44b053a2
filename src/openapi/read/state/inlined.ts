// Caches the results for targets of references.

interface Part {
  readonly made: unknown
  readonly values: number
}

export class Inlined {
  readonly #kinds = new Map<string, Map<object, Part>>()

  of(value: object, kind: string): Part | undefined {
    return this.#kinds.get(kind)?.get(value)
  }

  keep(value: object, kind: string, part: Part): void {
    const parts = this.#kinds.get(kind) ?? new Map<object, Part>()
    parts.set(value, part)
    this.#kinds.set(kind, parts)
  }
}
