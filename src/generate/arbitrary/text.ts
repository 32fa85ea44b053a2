// Draws strings by a series of choices. Simpler choices give a simpler string.
import fc from 'fast-check'
import type { Shares, Sort } from './shares.ts'

export interface TextSource {
  /** `choose(n)` returns an index below n. Index 0 gives the simplest string. */
  text(length: number, choose: (options: number) => number): string
}

interface Context {
  /** Length in code points, or -1 for a fixed text. */
  readonly length: number
  /** Computed on demand, because few strings shrink. */
  readonly choices: () => readonly number[]
}

const none = (): readonly number[] => []

/** Without weights, one string in six is fixed. */
const fixedOneIn = 6
const longOneIn = 8
const shortLengths = 17

export class TextArbitrary extends fc.Arbitrary<string> {
  readonly #source: TextSource
  readonly #lengths: readonly number[]
  readonly #fixed: readonly string[]
  readonly #shares: Shares | null
  readonly #isBounded: boolean

  constructor(
    source: TextSource,
    lengths: readonly number[],
    fixed: readonly string[],
    shares: Shares | null = null,
    isBounded = true,
  ) {
    super()
    this.#source = source
    this.#lengths = lengths
    this.#fixed = fixed
    this.#shares = shares
    this.#isBounded = isBounded
  }

  override generate(random: fc.Random): fc.Value<string> {
    const fixed = this.#fixed.length
    const sort = this.#shares?.sort(random) ?? null
    if (fixed > 0 && (sort === null ? random.nextInt(1, fixedOneIn) === 1 : sort === 'hostile')) {
      const text = this.#fixed[random.nextInt(0, fixed - 1)] ?? ''
      return new fc.Value(text, { length: -1, choices: none })
    }
    if (sort !== null) return this.#drawn(random, this.#lengthOf(sort, random))
    const last = this.#lengths.length - 1
    const reach = random.nextInt(1, longOneIn) === 1 ? last : Math.min(last, shortLengths - 1)
    return this.#drawn(random, reach === 0 ? 0 : random.nextInt(0, reach))
  }

  #lengthOf(sort: Sort, random: fc.Random): number {
    const last = this.#lengths.length - 1
    if (sort === 'boundary') return this.#isBounded && random.nextInt(0, 1) === 1 ? last : 0
    const longest = Math.min(this.#isBounded ? last - 1 : last, shortLengths - 1)
    return longest < 1 ? Math.max(0, longest) : random.nextInt(1, longest)
  }

  #drawn(random: fc.Random, length: number): fc.Value<string> {
    const before = random.clone()
    const text = this.#chosen(random, length, () => undefined)
    const choices = (): readonly number[] => {
      const made: number[] = []
      this.#chosen(before.clone(), length, (choice) => made.push(choice))
      return made
    }
    return new fc.Value(text, { length, choices })
  }

  #chosen(random: fc.Random, length: number, see: (choice: number) => void): string {
    return this.#source.text(this.#lengths[length] ?? 0, (options) => {
      const choice = options <= 1 ? 0 : random.nextInt(0, options - 1)
      see(choice)
      return choice
    })
  }

  override canShrinkWithoutContext(_value: unknown): _value is string {
    return false
  }

  override shrink(_text: string, context: unknown): fc.Stream<fc.Value<string>> {
    return context === undefined ? fc.Stream.nil() : new fc.Stream(this.#simpler(context as Context))
  }

  *#simpler({ length, choices: made }: Context): IterableIterator<fc.Value<string>> {
    if (length === -1) {
      yield this.#replay(0, [])
      return
    }
    const choices = made()
    const lengths = new Set([0, length >> 1, length - 1])
    for (const shorter of lengths) if (shorter >= 0 && shorter < length) yield this.#replay(shorter, choices)
    if (!choices.some((choice) => choice !== 0)) return
    yield this.#replay(length, [])
    for (let size = choices.length >> 1; size >= 1; size >>= 1) {
      for (let from = 0; from < choices.length; from += size) {
        if (!choices.slice(from, from + size).some((choice) => choice !== 0)) continue
        yield this.#replay(
          length,
          choices.map((choice, index) => (index >= from && index < from + size ? 0 : choice)),
        )
      }
    }
  }

  #replay(length: number, choices: readonly number[]): fc.Value<string> {
    let next = 0
    const taken: number[] = []
    const text = this.#source.text(this.#lengths[length] ?? 0, (options) => {
      const choice = Math.min(choices[next++] ?? 0, Math.max(options - 1, 0))
      taken.push(choice)
      return choice
    })
    return new fc.Value(text, { length, choices: () => taken })
  }
}
