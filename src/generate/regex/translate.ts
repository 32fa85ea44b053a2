// An ECMA-262 pattern (flag u) as a term that stands for every text in which the pattern is found.
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { charactersOf } from './character-set.ts'
import type { Term, Terms } from './term.ts'

export interface Translation {
  readonly term: Term
  /** False where a construct has no regular equivalent: texts of the term must still be tried on the pattern. */
  readonly exact: boolean
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

/**
 * Translates `source`. It matches unanchored, as JSON Schema's `pattern` does (Validation 6.3.3). Look-ahead, `^`
 * and `$` are translated exactly; look-behind, `\b` and back-references only roughly.
 * @throws SyntaxError where `source` is no pattern under flag u.
 */
export function translate(terms: Terms, source: string): Translation {
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: true })
  const translator = new Translator(terms)
  const body = translator.any(pattern.alternatives, terms.all)
  return { term: terms.concat(terms.all, body), exact: translator.exact }
}

// Continuation passing: each node is translated together with the term for all that follows it, up to the end of
// the text. So `$` and look-ahead, which speak about what follows, are intersections with that term.
class Translator {
  exact = true
  readonly #terms: Terms
  constructor(terms: Terms) {
    this.#terms = terms
  }

  any(alternatives: readonly AST.Alternative[], rest: Term): Term {
    return this.#terms.or(
      ...alternatives.map((each) =>
        each.elements.reduceRight((after: Term, element) => this.#element(element, after), rest),
      ),
    )
  }

  #element(node: AST.Element, rest: Term): Term {
    const terms = this.#terms
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.any(node.alternatives, rest)
      case 'Assertion':
        return this.#assertion(node, rest)
      case 'Quantifier':
        return this.#quantifier(node, rest)
      case 'Backreference': {
        this.exact = false
        const group = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved
        return group === undefined ? rest : this.any(group.alternatives, rest)
      }
      default: {
        const characters = charactersOf(node)
        if (characters !== null) return terms.concat(terms.class(characters), rest)
        this.exact = false
        return rest
      }
    }
  }

  #assertion(node: AST.Assertion, rest: Term): Term {
    const terms = this.#terms
    switch (node.kind) {
      case 'start':
        return terms.concat(terms.start, rest)
      case 'end':
        return terms.and(terms.empty, rest)
      case 'lookahead': {
        const ahead = this.any(node.alternatives, terms.all)
        return terms.and(node.negate ? terms.not(ahead) : ahead, rest)
      }
      default:
        this.exact = false
        return rest
    }
  }

  #quantifier(node: AST.Quantifier, rest: Term): Term {
    const terms = this.#terms
    if (!looksAround(node.element)) {
      return terms.concat(terms.repeat(this.#element(node.element, terms.empty), node.min, node.max), rest)
    }
    // What looks around depends on what follows, so a loop of it is unrolled; beyond a few turns only roughly.
    const turns = Math.min(node.max, node.min + 4)
    if (turns < node.max) this.exact = false
    let term = rest
    for (let turn = turns; turn > 0; turn--) {
      const once = this.#element(node.element, term)
      term = turn > node.min ? terms.or(rest, once) : once
    }
    return term
  }
}

function looksAround(node: AST.Element): boolean {
  switch (node.type) {
    case 'Assertion':
    case 'Backreference':
      return true
    case 'Quantifier':
      return looksAround(node.element)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.some((each) => each.elements.some(looksAround))
    default:
      return false
  }
}
