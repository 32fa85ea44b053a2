// Chooses by weights whether a value is plain, on a boundary, or hostile.
import fc from 'fast-check'
import { GenerateError } from '../generate-error.ts'

/** Relative frequencies. The default is 0. */
export interface Weight {
  readonly plain?: number
  readonly boundary?: number
  readonly hostile?: number
}

export type Sort = keyof Weight

const parts = 1_000_000

export class Shares {
  readonly #plain: number
  readonly #boundary: number

  /** @throws GenerateError if a weight is negative or not finite, or if all weights are 0 */
  constructor({ plain = 0, boundary = 0, hostile = 0 }: Weight) {
    const all = plain + boundary + hostile
    const sound = [plain, boundary, hostile].every((each) => Number.isFinite(each) && each >= 0) && all > 0
    if (!sound) throw new GenerateError('weight needs numbers of at least 0, and one of them above 0', '')
    this.#plain = (plain / all) * parts
    this.#boundary = (boundary / all) * parts
  }

  sort(random: fc.Random): Sort {
    const at = random.nextInt(0, parts - 1)
    if (at < this.#plain) return 'plain'
    return at < this.#plain + this.#boundary ? 'boundary' : 'hostile'
  }

  size(random: fc.Random, min: number, max: number): number {
    if (this.sort(random) === 'boundary' || max - min < 2) return random.nextInt(0, 1) === 0 ? min : max
    return random.nextInt(min + 1, max - 1)
  }
}

/** Draws a boundary value or else a plain value, and never a hostile value. */
export class SortedArbitrary<T> extends fc.Arbitrary<T> {
  readonly #shares: Shares
  readonly #plain: fc.Arbitrary<T>
  readonly #boundary: fc.Arbitrary<T>

  constructor(shares: Shares, plain: fc.Arbitrary<T>, boundary: fc.Arbitrary<T>) {
    super()
    this.#shares = shares
    this.#plain = plain
    this.#boundary = boundary
  }

  override generate(random: fc.Random): fc.Value<T> {
    const source = this.#shares.sort(random) === 'boundary' ? this.#boundary : this.#plain
    // Biased values lie near bounds, but the weights already decide about bounds.
    return source.generate(random, undefined)
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#plain.canShrinkWithoutContext(value) ? this.#plain.shrink(value, context) : fc.Stream.nil()
  }
}
