// Terms are regular expressions with intersection and complement.
import { anyCharacter, type Ranges } from './ranges.ts'

interface Shared {
  readonly id: number
  readonly starts: boolean
}

export type Term = Shared &
  (
    | { readonly kind: 'none' | 'empty' | 'start' }
    | { readonly kind: 'class'; readonly ranges: Ranges }
    | { readonly kind: 'concat'; readonly left: Term; readonly right: Term }
    | { readonly kind: 'or' | 'and'; readonly terms: readonly Term[] }
    | { readonly kind: 'not'; readonly term: Term }
    | { readonly kind: 'repeat'; readonly term: Term; readonly min: number; readonly max: number }
  )

type Shape = Term extends infer T ? (T extends Shared ? Omit<T, keyof Shared> : never) : never

/** Equal terms are one object, so a term has finitely many derivatives (Brzozowski 1964). */
export class Terms {
  readonly #byKey = new Map<string, Term>()
  readonly none: Term = this.#make('none', { kind: 'none' })
  readonly empty: Term = this.#make('empty', { kind: 'empty' })
  readonly start: Term = this.#make('start', { kind: 'start' }, true)
  readonly character: Term = this.class(anyCharacter)
  readonly all: Term = this.repeat(this.character, 0, Number.POSITIVE_INFINITY)

  class(ranges: Ranges): Term {
    if (ranges.length === 0) return this.none
    return this.#make(`[${ranges.map(([low, high]) => `${low}-${high}`).join()}]`, { kind: 'class', ranges })
  }

  concat(left: Term, right: Term): Term {
    if (left === this.none || right === this.none) return this.none
    if (left === this.empty) return right
    if (right === this.empty) return left
    if (left === this.all && right === this.all) return left
    if (left.kind === 'concat') return this.concat(left.left, this.concat(left.right, right))
    return this.#make(`${left.id}.${right.id}`, { kind: 'concat', left, right }, left.starts || right.starts)
  }

  or(...alternatives: readonly Term[]): Term {
    const terms = flatten('or', alternatives).filter((term) => term !== this.none)
    if (terms.includes(this.all)) return this.all
    const [only] = terms
    if (only === undefined) return this.none
    return terms.length === 1 ? only : this.#list('or', terms)
  }

  and(...conditions: readonly Term[]): Term {
    const terms = flatten('and', conditions).filter((term) => term !== this.all)
    if (terms.includes(this.none)) return this.none
    const [only] = terms
    if (only === undefined) return this.all
    return terms.length === 1 ? only : this.#list('and', terms)
  }

  not(term: Term): Term {
    if (term.kind === 'not') return term.term
    if (term === this.none) return this.all
    if (term === this.all) return this.none
    return this.#make(`!${term.id}`, { kind: 'not', term }, term.starts)
  }

  repeat(term: Term, min: number, max: number): Term {
    if (max === 0 || term === this.empty) return this.empty
    if (term === this.none) return min === 0 ? this.empty : this.none
    if (min === 1 && max === 1) return term
    if (term.kind === 'repeat' && term.min === 0 && term.max === Number.POSITIVE_INFINITY) return term
    return this.#make(`${term.id}{${min},${max}}`, { kind: 'repeat', term, min, max }, term.starts)
  }

  #list(kind: 'or' | 'and', terms: readonly Term[]): Term {
    return this.#make(
      `${kind}:${terms.map((term) => term.id).join()}`,
      { kind, terms },
      terms.some((term) => term.starts),
    )
  }

  #make(key: string, shape: Shape, starts = false): Term {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const term = { ...shape, id: this.#byKey.size, starts } as Term
    this.#byKey.set(key, term)
    return term
  }
}

function flatten(kind: 'or' | 'and', terms: readonly Term[]): Term[] {
  const flat = terms.flatMap((term) => (term.kind === kind ? term.terms : [term]))
  return [...new Set(flat)].sort((a, b) => a.id - b.id)
}
