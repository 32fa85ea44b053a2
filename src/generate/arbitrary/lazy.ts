// Builds an arbitrary at its first use. Most members of a deep schema are never drawn.
import fc from 'fast-check'

export class LazyArbitrary<T> extends fc.Arbitrary<T> {
  readonly #build: () => fc.Arbitrary<T>
  #built: fc.Arbitrary<T> | null = null

  constructor(build: () => fc.Arbitrary<T>) {
    super()
    this.#build = build
  }

  get #inner(): fc.Arbitrary<T> {
    this.#built ??= this.#build()
    return this.#built
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.#inner.generate(random, bias)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context)
  }
}
