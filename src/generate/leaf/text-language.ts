// Finds the language of the texts that match all patterns and formats.
import { Language } from '../regex/language.ts'
import { type Term, Terms } from '../regex/term.ts'
import { type Translation, translate } from '../regex/translate.ts'
import { sourceOf } from '../value/format.ts'
import { matches } from '../value/pattern.ts'
import type { AllowedCharacters } from './allowed-characters.ts'
import type { TextWish } from './text-wish.ts'

interface TextLanguage {
  readonly language: Language | null
  readonly exact: boolean
}

export class TextLanguages {
  readonly #terms = new Terms()
  readonly #translations = new Map<string, Translation>()
  readonly #characters: AllowedCharacters

  constructor(characters: AllowedCharacters) {
    this.#characters = characters
  }

  /** @throws TooComplex if the language needs too many states */
  of(wish: TextWish, countsMax: number): TextLanguage {
    const terms = this.#terms
    const sources = wish.formats.flatMap((format) => sourceOf(format) ?? [])
    if (wish.patterns.length + wish.notPatterns.length + sources.length === 0)
      return { language: null, exact: true }
    const positive = [...wish.patterns, ...sources].map((source) => this.#translate(source, countsMax))
    const negative = wish.notPatterns.map((source) => this.#translate(source, countsMax))
    const parts: Term[] = [
      ...positive.map((each) => each.term),
      // The complement of an inexact term would lose valid texts.
      ...negative.map((each) => (each.exact ? terms.not(each.term) : terms.all)),
    ]
    if (!this.#characters.isAny) {
      parts.push(terms.repeat(terms.class(this.#characters.ranges), 0, Number.POSITIVE_INFINITY))
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
}
