// A filter that gives up after a number of tries. The filter of fast-check tries forever.
import fc from 'fast-check'
import { GenerateError } from '../generate-error.ts'
import { randomBy } from './random.ts'

export const triesUsual = 400

/** `generate` throws a GenerateError if too many values in a row do not pass. */
export class BoundedFilter<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>
  readonly #passes: (value: T) => boolean
  readonly #pointer: string
  readonly #triesMax: number

  constructor(
    inner: fc.Arbitrary<T>,
    passes: (value: T) => boolean,
    pointer = '',
    triesMax: number = triesUsual,
  ) {
    super()
    this.#inner = inner
    this.#passes = passes
    this.#pointer = pointer
    this.#triesMax = triesMax
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const triesMax = this.#triesMax
    for (let tries = 0; tries < triesMax; tries++) {
      // Later tries draw without bias, because perhaps no biased value passes.
      const drawn = this.#inner.generate(random, tries < triesMax / 4 ? bias : undefined)
      if (this.#passes(drawn.value_)) return drawn
    }
    throw new GenerateError(`None of ${triesMax} consecutive values satisfies the schema`, this.#pointer)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value) && this.#passes(value)
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context).filter((each) => this.#passes(each.value_))
  }
}

export function yields(arbitrary: fc.Arbitrary<unknown>): boolean {
  try {
    arbitrary.generate(randomBy(1), undefined)
    return true
  } catch (error) {
    if (error instanceof GenerateError) return false
    throw error
  }
}
