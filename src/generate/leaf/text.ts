// Draws strings from one intersection of lengths, patterns and formats.
import fc from 'fast-check'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { Shares, type Weight } from '../arbitrary/shares.ts'
import { TextArbitrary, type TextSource } from '../arbitrary/text.ts'
import type { Branch } from '../branch/branch.ts'
import { Language, pick, TooComplex } from '../regex/language.ts'
import { anyCharacter, complement, intersect, type Ranges, union } from '../regex/ranges.ts'
import { type Term, Terms } from '../regex/term.ts'
import { type Translation, translate } from '../regex/translate.ts'
import { inFormat, nearMisses, outOfFormat, sourceOf } from '../value/format.ts'
import { matches } from '../value/pattern.ts'
import { lengthOf } from '../value/text-length.ts'
import { fewMax, type Leaf } from './leaf.ts'

export type TextWish = Pick<
  Branch,
  'minLength' | 'maxLength' | 'patterns' | 'notPatterns' | 'formats' | 'notFormats' | 'excluded'
>

/** Limits of lengths above the least one. */
const reachCharacters = 1000
const lengthsMax = 40
/** Unless the schema needs more. */
const longestCharacters = 1000
/** An absolute limit. */
const charactersMax = 1_000_000

/** More turns of a loop may need too many states. */
const countsWhereComplex = 8

/** Caches across generators. */
const leavesMax = 500
const factoriesMax = 8
const factories = new Map<string, TextFactory>()

export class TextFactory {
  readonly #terms = new Terms()
  readonly #translations = new Map<string, Translation>()
  readonly #leaves = new Map<string, Leaf | null>()
  readonly #undecided = new Set<string>()
  readonly #characters: Ranges
  readonly #excluded: (text: string) => boolean
  readonly #hostile: readonly string[]
  readonly #sizeMax: number
  readonly #shares: Shares | null

  /** Cached factories know some languages. */
  static shared(
    exclude: string | RegExp | undefined,
    hostile: boolean,
    sizeMax: number | undefined,
    hostileOnes: readonly string[],
    weight: Weight | undefined,
  ): TextFactory {
    const key = JSON.stringify([
      String(exclude),
      typeof exclude,
      hostile,
      sizeMax,
      hostileOnes.length,
      weight,
    ])
    let factory = factories.get(key)
    if (factory === undefined || factory.#leaves.size > leavesMax) {
      factory = new TextFactory(exclude, hostile, sizeMax, hostileOnes, weight)
      if (factories.size >= factoriesMax) factories.clear()
      factories.set(key, factory)
    }
    return factory
  }

  private constructor(
    exclude: string | RegExp | undefined,
    hostile: boolean,
    sizeMax: number | undefined,
    hostileOnes: readonly string[],
    weight: Weight | undefined,
  ) {
    this.#shares = weight === undefined ? null : new Shares(weight)
    const excluded = exclude === undefined ? [] : charactersOf(exclude)
    this.#characters = excluded.length === 0 ? anyCharacter : intersect(anyCharacter, complement(excluded))
    const allowed = this.#characters
    this.#excluded = (text) =>
      excluded.length > 0 && [...text].some((each) => intersect(allowed, pointOf(each)).length === 0)
    this.#hostile = hostile ? hostileOnes.filter((text) => !this.#excluded(text)) : []
    this.#sizeMax = sizeMax ?? longestCharacters
  }

  excludes(text: string): boolean {
    return this.#excluded(text)
  }

  /** Null if none exists or was found. */
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

  /** A string may exist, but none was found. */
  isUndecided(wish: TextWish): boolean {
    return this.leaf(wish) === null && this.#undecided.has(keyOf(wish))
  }

  #make(wish: TextWish): Leaf | null | 'undecided' {
    if (wish.minLength > wish.maxLength) return null
    if (wish.minLength > charactersMax) return 'undecided'
    const accepts = (text: string): boolean => this.#accepts(wish, text)
    for (const countsMax of [Number.POSITIVE_INFINITY, countsWhereComplex]) {
      try {
        const { language, exact } = this.#language(wish, countsMax)
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
    if (this.#characters.length === 0 && minLength > 0) return null
    const longest =
      this.#characters.length === 0 ? 0 : Math.min(maxLength, Math.max(minLength, this.#sizeMax))
    if (longest === 0) return accepts('') ? { arbitrary: fc.constant(''), values: [''] } : null
    const near = Array.from({ length: 17 }, (_, index) => minLength + index)
    const far = [32, 64, 100, 127, 128, 255, 256, 500, longest - 1, longest]
    const lengths = [...new Set([...near, ...far])]
      .filter((length) => length >= minLength && length <= longest)
      .sort((a, b) => a - b)
    const characters = this.#characters
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
    // A fixed string may pass although short ones fail.
    return fixed.length === 0 ? null : { arbitrary: fc.constantFrom(...fixed), values: null }
  }

  // If too complex together: strings of one language, filtered by the others.
  #rough(wish: TextWish, accepts: (text: string) => boolean): Leaf | null {
    for (const source of [...wish.patterns, null]) {
      const patterns = source === null ? [] : [source]
      const simpler = { ...wish, patterns, notPatterns: [], ...(source === null ? {} : { formats: [] }) }
      if (wish.patterns.length + wish.notPatterns.length + wish.formats.length <= patterns.length) continue
      const leaf = this.#make({ ...simpler, excluded: [] })
      if (leaf === null || leaf === 'undecided') continue
      const arbitrary = new BoundedFilter(leaf.arbitrary as fc.Arbitrary<string>, accepts)
      if (yields(arbitrary)) return { arbitrary, values: null }
    }
    return null
  }

  #language(wish: TextWish, countsMax: number): { language: Language | null; exact: boolean } {
    const terms = this.#terms
    const sources = wish.formats.flatMap((format) => sourceOf(format) ?? [])
    if (wish.patterns.length + wish.notPatterns.length + sources.length === 0)
      return { language: null, exact: true }
    const positive = [...wish.patterns, ...sources].map((source) => this.#translate(source, countsMax))
    const negative = wish.notPatterns.map((source) => this.#translate(source, countsMax))
    const parts: Term[] = [
      ...positive.map((each) => each.term),
      // An inexact term matches too much, so its complement would match too little.
      ...negative.map((each) => (each.exact ? terms.not(each.term) : terms.all)),
    ]
    if (this.#characters !== anyCharacter) {
      parts.push(terms.repeat(terms.class(this.#characters), 0, Number.POSITIVE_INFINITY))
    }
    const exact = [...positive, ...negative].every((each) => each.exact)
    return { language: new Language(terms, terms.and(...parts)), exact }
  }

  #translate(source: string, countsMax: number): Translation {
    const key = `${countsMax} ${source}`
    let translation = this.#translations.get(key)
    if (translation === undefined) {
      matches(source, '')
      translation = translate(this.#terms, source, countsMax)
      this.#translations.set(key, translation)
    }
    return translation
  }

  #accepts(wish: TextWish, text: string): boolean {
    const length = lengthOf(text)
    return (
      length >= wish.minLength &&
      length <= wish.maxLength &&
      wish.patterns.every((source) => matches(source, text)) &&
      !wish.notPatterns.some((source) => matches(source, text)) &&
      wish.formats.every((format) => inFormat(format, text)) &&
      wish.notFormats.every((format) => outOfFormat(format, text)) &&
      !wish.excluded.includes(text) &&
      !this.#excluded(text)
    )
  }
}

function keyOf({
  minLength,
  maxLength,
  patterns,
  notPatterns,
  formats,
  notFormats,
  excluded,
}: TextWish): string {
  return JSON.stringify([minLength, maxLength, patterns, notPatterns, formats, notFormats, excluded])
}

function pointOf(character: string): Ranges {
  const point = character.codePointAt(0) ?? 0
  return [[point, point]]
}

function charactersOf(exclude: string | RegExp): Ranges {
  if (typeof exclude === 'string') return union(...[...exclude].map(pointOf))
  const found: [number, number][] = []
  const pattern = new RegExp(exclude.source, exclude.flags.replace(/[gy]/g, ''))
  for (let point = 0; point <= 0x10ffff; point++) {
    if (pattern.test(String.fromCodePoint(point))) found.push([point, point])
  }
  return union(found)
}
