// Draws strings that satisfy lengths, patterns and formats.
import fc from 'fast-check'
import { BoundedFilter, triesUsual, yields } from '../arbitrary/bounded-filter.ts'
import { Shares, type Weight } from '../arbitrary/shares.ts'
import { TextArbitrary, type TextSource } from '../arbitrary/text.ts'
import { type Language, pick, TooComplex } from '../regex/language.ts'
import { nearMisses } from '../value/format.ts'
import { lengthOf } from '../value/text-length.ts'
import { AllowedCharacters } from './allowed-characters.ts'
import { fewMax, type Leaf } from './leaf.ts'
import { TextLanguages } from './text-language.ts'
import { acceptsText, keyOf, type TextWish } from './text-wish.ts'

const reachCharacters = 1000
const lengthsMax = 40
const longestCharacters = 1000
const charactersMax = 1_000_000

/** Limits the tries, because drawing 400 strings of 65,536 characters would take seconds. */
const charactersTried = 400_000

/** More repetitions in complex patterns can need too many states. */
const countsWhereComplex = 8

const leavesMax = 500
const factoriesMax = 8
const factories = new Map<string, TextFactory>()

const triesOf = ({ minLength }: TextWish): number =>
  Math.max(8, Math.min(triesUsual, Math.floor(charactersTried / Math.max(1, minLength))))

export class TextFactory {
  readonly #characters: AllowedCharacters
  readonly #languages: TextLanguages
  readonly #leaves = new Map<string, Leaf | null>()
  readonly #undecided = new Set<string>()
  readonly #hostile: readonly string[]
  readonly #sizeMax: number
  readonly #shares: Shares | null

  static shared(
    exclude: string | RegExp | undefined,
    sizeMax: number | undefined,
    hostile: readonly string[],
    weight: Weight | undefined,
  ): TextFactory {
    const key = JSON.stringify([String(exclude), typeof exclude, sizeMax, hostile.length, weight])
    let factory = factories.get(key)
    if (factory === undefined || factory.#leaves.size > leavesMax) {
      factory = new TextFactory(exclude, sizeMax, hostile, weight)
      if (factories.size >= factoriesMax) factories.clear()
      factories.set(key, factory)
    }
    return factory
  }

  private constructor(
    exclude: string | RegExp | undefined,
    sizeMax: number | undefined,
    hostile: readonly string[],
    weight: Weight | undefined,
  ) {
    this.#shares = weight === undefined ? null : new Shares(weight)
    this.#characters = new AllowedCharacters(exclude)
    this.#languages = new TextLanguages(this.#characters)
    this.#hostile = hostile.filter((text) => !this.excludes(text))
    this.#sizeMax = sizeMax ?? longestCharacters
  }

  excludes(text: string): boolean {
    return !this.#characters.allow(text)
  }

  leaf(wish: TextWish): Leaf | null {
    const key = keyOf(wish)
    let leaf = this.#leaves.get(key)
    if (leaf === undefined) {
      const made = this.#make(wish)
      if (made === 'undecided') this.#undecided.add(key)
      leaf = made === 'undecided' ? null : made
      this.#leaves.set(key, leaf)
    }
    return leaf
  }

  isUndecided(wish: TextWish): boolean {
    return this.leaf(wish) === null && this.#undecided.has(keyOf(wish))
  }

  #make(wish: TextWish): Leaf | null | 'undecided' {
    if (wish.minLength > wish.maxLength) return null
    if (wish.minLength > charactersMax) return 'undecided'
    const accepts = (text: string): boolean => acceptsText(wish, text) && !this.excludes(text)
    for (const countsMax of [Number.POSITIVE_INFINITY, countsWhereComplex]) {
      try {
        const { language, exact } = this.#languages.of(wish, countsMax)
        if (language === null) return this.#plain(wish, accepts)
        const leaf = this.#leafIn(language, wish, accepts, exact)
        if (leaf !== null || exact) return leaf
        if (countsMax === Number.POSITIVE_INFINITY) return 'undecided'
      } catch (error) {
        if (!(error instanceof TooComplex)) throw error
      }
    }
    return this.#rough(wish, accepts) ?? 'undecided'
  }

  #leafIn(
    language: Language,
    wish: TextWish,
    accepts: (text: string) => boolean,
    exact: boolean,
  ): Leaf | null {
    const words = language.words(wish.minLength, wish.maxLength, fewMax)?.filter(accepts)
    if (words !== undefined) {
      return words.length === 0 ? null : { arbitrary: fc.constantFrom(...words), values: words }
    }
    const lengths = this.#lengths(language, wish)
    return lengths.length === 0 ? null : this.#leafOf(language, lengths, wish, accepts, exact)
  }

  #lengths(language: Language, wish: TextWish): number[] {
    const reach = Math.min(wish.maxLength, wish.minLength + Math.max(reachCharacters, this.#sizeMax))
    const lengths = language.lengths(wish.minLength, reach, lengthsMax)
    const longest = Math.min(wish.maxLength, 300)
    if (longest > (lengths.at(-1) ?? longest) && language.has(longest)) lengths.push(longest)
    const [shortest = 0] = lengths
    return lengths.filter((length) => length <= Math.max(shortest, this.#sizeMax))
  }

  #plain(wish: TextWish, accepts: (text: string) => boolean): Leaf | null {
    const { minLength, maxLength } = wish
    const characters = this.#characters.ranges
    if (characters.length === 0 && minLength > 0) return null
    const longest = characters.length === 0 ? 0 : Math.min(maxLength, Math.max(minLength, this.#sizeMax))
    if (longest === 0) return accepts('') ? { arbitrary: fc.constant(''), values: [''] } : null
    const near = Array.from({ length: 17 }, (_, index) => minLength + index)
    const far = [32, 64, 100, 127, 128, 255, 256, 500, longest - 1, longest]
    const lengths = [...new Set([...near, ...far])]
      .filter((length) => length >= minLength && length <= longest)
      .sort((a, b) => a - b)
    const source: TextSource = {
      text(length, choose) {
        const parts: string[] = []
        for (let index = 0; index < length; index++)
          parts.push(String.fromCodePoint(pick(characters, choose)))
        return parts.join('')
      },
    }
    return this.#leafOf(source, lengths, wish, accepts, true)
  }

  #leafOf(
    source: TextSource,
    lengths: readonly number[],
    wish: TextWish,
    accepts: (text: string) => boolean,
    exact: boolean,
  ): Leaf | null {
    const longest = Math.max(this.#sizeMax, lengths[0] ?? 0)
    const fixed = [...this.#hostile, ...(wish.notFormats.length > 0 ? nearMisses : [])].filter(
      (text) => text.length <= longest * 2 && lengthOf(text) <= longest && accepts(text),
    )
    const texts = new TextArbitrary(source, lengths, fixed, this.#shares, Number.isFinite(wish.maxLength))
    if (exact && wish.excluded.length === 0 && wish.notFormats.length === 0 && wish.formats.length === 0) {
      return { arbitrary: texts, values: null }
    }
    const arbitrary = new BoundedFilter(texts, accepts)
    if (yields(arbitrary)) return { arbitrary, values: null }
    // A fixed string can pass although all short strings fail.
    return fixed.length === 0 ? null : { arbitrary: fc.constantFrom(...fixed), values: null }
  }

  #rough(wish: TextWish, accepts: (text: string) => boolean): Leaf | null {
    for (const source of [...wish.patterns, null]) {
      const patterns = source === null ? [] : [source]
      const simpler = { ...wish, patterns, notPatterns: [], ...(source === null ? {} : { formats: [] }) }
      // Without a simpler wish, the recursion would not end.
      const given =
        wish.patterns.length + wish.notPatterns.length + (source === null ? 0 : wish.formats.length)
      if (given <= patterns.length) continue
      const leaf = this.#make({ ...simpler, excluded: [] })
      if (leaf === null || leaf === 'undecided') continue
      const arbitrary = new BoundedFilter(leaf.arbitrary as fc.Arbitrary<string>, accepts, '', triesOf(wish))
      if (yields(arbitrary)) return { arbitrary, values: null }
    }
    return null
  }
}
