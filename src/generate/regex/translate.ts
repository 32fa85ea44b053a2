// Translates a pattern of ECMA-262 (with the flag u) into a term.
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { compile } from '../value/pattern.ts'
import { charactersOf, wordCharacters } from './character-set.ts'
import { nullable } from './derivative.ts'
import { Language } from './language.ts'
import { isBehind, isOneCharacter, looksAround, passedOnce } from './syntax.ts'
import type { Term, Terms } from './term.ts'

export interface Translation {
  readonly term: Term
  /** If false, the term may match wrong texts: check each text with the pattern. */
  readonly exact: boolean
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

const capturesMax = 1000
const turnsMax = 4

/**
 * The pattern can match anywhere (JSON Schema Validation, section 6.3.3).
 * @param countsMax limit for counted loops; a lower limit needs fewer states, but loses texts
 * @throws SyntaxError for an invalid pattern
 */
export function translate(terms: Terms, source: string, countsMax = Number.POSITIVE_INFINITY): Translation {
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: compile(source).unicode })
  const translator = new Translator(terms, countsMax)
  return { term: translator.whole(pattern), exact: translator.exact }
}

type Captures = ReadonlyMap<AST.CapturingGroup, string>

// Each node gets the term for everything after it. `$` and look-ahead intersect with this term.
class Translator {
  exact = true
  readonly #terms: Terms
  readonly #countsMax: number
  #captures: Captures = new Map()
  #toTheEnd = true

  constructor(terms: Terms, countsMax: number) {
    this.#terms = terms
    this.#countsMax = countsMax
  }

  whole({ alternatives }: AST.Pattern): Term {
    const { all } = this.#terms
    const terms = this.#capturesOf(alternatives).map((captures) => {
      this.#captures = captures
      return this.#any(alternatives, all, all)
    })
    return this.#terms.or(...terms)
  }

  #capturesOf(alternatives: readonly AST.Alternative[]): readonly Captures[] {
    let choices: Captures[] = [new Map()]
    for (const group of passedOnce(alternatives)) {
      if (group.references.length === 0 || looksAround(group.alternatives)) continue
      const language = new Language(this.#terms, this.#any(group.alternatives, this.#terms.empty))
      const words = language.words(0, Number.POSITIVE_INFINITY, Math.floor(capturesMax / choices.length))
      if (words === undefined) continue
      choices = choices.flatMap((choice) => words.map((word) => new Map([...choice, [group, word]])))
    }
    return choices
  }

  #any(alternatives: readonly AST.Alternative[], rest: Term, before: Term | null = null): Term {
    return this.#terms.or(...alternatives.map(({ elements }) => this.#sequence(elements, rest, before)))
  }

  #sequence(elements: readonly AST.Element[], rest: Term, before: Term | null): Term {
    let after = rest
    for (let index = elements.length - 1; index >= 0; index--) {
      const element = elements[index]
      if (element === undefined) continue
      if (element.type === 'Assertion' && (element.kind === 'lookbehind' || element.kind === 'word')) {
        const split = this.#behind(element, elements.slice(0, index), after, before)
        if (split !== null) return split
        this.exact = false
      } else after = this.#element(element, after)
    }
    return before === null ? after : this.#terms.concat(before, after)
  }

  /** Returns null if the text before is unknown. */
  #behind(
    node: AST.LookbehindAssertion | AST.WordBoundaryAssertion,
    preceding: readonly AST.Element[],
    after: Term,
    before: Term | null,
  ): Term | null {
    const terms = this.#terms
    const passed = this.#apart(() => this.#sequence(preceding, terms.empty, before))
    // Within a group, at most the last character before is known.
    if (passed === null || (before === null && (mayBeEmpty(passed) || !isOneCharacter(node)))) return null
    const ends = (term: Term): Term => terms.and(passed, terms.concat(terms.all, term))
    const endsNot = (term: Term): Term => terms.and(passed, terms.not(terms.concat(terms.all, term)))
    if (node.kind === 'lookbehind') {
      const behind = this.#apart(() => this.#any(node.alternatives, terms.empty))
      if (behind === null) return null
      return terms.concat(node.negate ? endsNot(behind) : ends(behind), after)
    }
    if (!this.#toTheEnd && mayBeEmpty(after)) return null
    const word = terms.class(wordCharacters)
    const wordAhead = terms.and(after, terms.concat(word, terms.all))
    const noneAhead = terms.and(after, terms.not(terms.concat(word, terms.all)))
    const [inWord, outside] = node.negate ? [wordAhead, noneAhead] : [noneAhead, wordAhead]
    return terms.or(terms.concat(ends(word), inWord), terms.concat(endsNot(word), outside))
  }

  #apart(translate: () => Term): Term | null {
    const { exact } = this
    const toTheEnd = this.#toTheEnd
    this.exact = true
    this.#toTheEnd = false
    const term = translate()
    const found = this.exact ? term : null
    this.exact = exact
    this.#toTheEnd = toTheEnd
    return found
  }

  #element(node: AST.Element, rest: Term): Term {
    const terms = this.#terms
    switch (node.type) {
      case 'CapturingGroup': {
        const capture = this.#captures.get(node)
        return capture === undefined ? this.#any(node.alternatives, rest) : this.#literally(capture, rest)
      }
      case 'Group':
        return this.#any(node.alternatives, rest)
      case 'Assertion':
        return this.#assertion(node, rest)
      case 'Quantifier':
        return this.#quantifier(node, rest)
      case 'Backreference':
        return this.#backreference(node, rest)
      default: {
        const characters = charactersOf(node)
        if (characters !== null) return terms.concat(terms.class(characters), rest)
        this.exact = false
        return rest
      }
    }
  }

  #literally(text: string, rest: Term): Term {
    const terms = this.#terms
    return [...text].reduceRight((after, character) => {
      const point = character.codePointAt(0) ?? 0
      return terms.concat(terms.class([[point, point]]), after)
    }, rest)
  }

  #backreference(node: AST.Backreference, rest: Term): Term {
    const [group, ...others] = Array.isArray(node.resolved) ? node.resolved : [node.resolved]
    if (group !== undefined && others.length === 0) {
      const capture = this.#captures.get(group)
      // A group that did not match yet gives the empty text, except in a look-behind, which matches from
      // right to left.
      if (group.end > node.start && !isBehind(node)) return rest
      if (group.end <= node.start && capture !== undefined) return this.#literally(capture, rest)
    }
    this.exact = false
    return group === undefined || group.end > node.start ? rest : this.#any(group.alternatives, rest)
  }

  #assertion(node: AST.Assertion, rest: Term): Term {
    const terms = this.#terms
    if (node.kind === 'start') return terms.concat(terms.start, rest)
    if (!this.#toTheEnd) this.exact = false
    switch (node.kind) {
      case 'end':
        return terms.and(terms.empty, rest)
      case 'lookahead': {
        const ahead = this.#any(node.alternatives, terms.all)
        return terms.and(node.negate ? terms.not(ahead) : ahead, rest)
      }
      default:
        return this.#sequence([node], rest, null)
    }
  }

  #quantifier(node: AST.Quantifier, rest: Term): Term {
    const terms = this.#terms
    const max =
      node.max === Number.POSITIVE_INFINITY ? node.max : Math.min(node.max, node.min + this.#countsMax)
    if (max < node.max) this.exact = false
    if (!looksAround([node.element])) {
      return terms.concat(terms.repeat(this.#element(node.element, terms.empty), node.min, max), rest)
    }
    const turns = Math.min(max, node.min + turnsMax)
    if (turns < max) this.exact = false
    let term = rest
    for (let turn = turns; turn > 0; turn--) {
      const once = this.#element(node.element, term)
      term = turn > node.min ? terms.or(rest, once) : once
    }
    return term
  }
}

function mayBeEmpty(term: Term): boolean {
  return nullable(term, true) || nullable(term, false)
}
