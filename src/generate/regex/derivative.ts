// Derivatives of terms (Brzozowski 1964; Owens, Reppy, Turon 2009) match the text after one character.
import { anyCharacter, complement, contains, intersect, type Ranges, union } from './ranges.ts'
import type { Term, Terms } from './term.ts'

export function nullable(term: Term, atStart: boolean): boolean {
  switch (term.kind) {
    case 'none':
    case 'class':
      return false
    case 'empty':
      return true
    case 'start':
      return atStart
    case 'concat':
      return nullable(term.left, atStart) && nullable(term.right, atStart)
    case 'or':
      return term.terms.some((each) => nullable(each, atStart))
    case 'and':
      return term.terms.every((each) => nullable(each, atStart))
    case 'not':
      return !nullable(term.term, atStart)
    case 'repeat':
      return term.min === 0 || nullable(term.term, atStart)
  }
}

function derive(terms: Terms, term: Term, point: number, atStart: boolean): Term {
  switch (term.kind) {
    case 'none':
    case 'empty':
    case 'start':
      return terms.none
    case 'class':
      return contains(term.ranges, point) ? terms.empty : terms.none
    case 'concat': {
      const left = terms.concat(derive(terms, term.left, point, atStart), settle(terms, term.right))
      return nullable(term.left, atStart) ? terms.or(left, derive(terms, term.right, point, atStart)) : left
    }
    case 'or':
      return terms.or(...term.terms.map((each) => derive(terms, each, point, atStart)))
    case 'and':
      return terms.and(...term.terms.map((each) => derive(terms, each, point, atStart)))
    case 'not':
      return terms.not(derive(terms, term.term, point, atStart))
    case 'repeat': {
      const rest = terms.repeat(settle(terms, term.term), Math.max(term.min - 1, 0), term.max - 1)
      return terms.concat(derive(terms, term.term, point, atStart), rest)
    }
  }
}

/** `^` cannot match after the first character, so a term that matches nothing replaces it. */
function settle(terms: Terms, term: Term): Term {
  if (!term.starts) return term
  switch (term.kind) {
    case 'start':
      return terms.none
    case 'concat':
      return terms.concat(settle(terms, term.left), settle(terms, term.right))
    case 'or':
      return terms.or(...term.terms.map((each) => settle(terms, each)))
    case 'and':
      return terms.and(...term.terms.map((each) => settle(terms, each)))
    case 'not':
      return terms.not(settle(terms, term.term))
    case 'repeat':
      return terms.repeat(settle(terms, term.term), term.min, term.max)
    default:
      return term
  }
}

function front(term: Term, atStart: boolean, into: Set<Ranges>): void {
  switch (term.kind) {
    case 'class':
      into.add(term.ranges)
      return
    case 'concat':
      front(term.left, atStart, into)
      if (nullable(term.left, atStart)) front(term.right, atStart, into)
      return
    case 'or':
    case 'and':
      for (const each of term.terms) front(each, atStart, into)
      return
    case 'not':
    case 'repeat':
      front(term.term, atStart, into)
      return
    default:
  }
}

export interface Transition {
  readonly characters: Ranges
  readonly target: Term
}

export function transitions(terms: Terms, term: Term, atStart: boolean): Transition[] {
  const classes = new Set<Ranges>()
  front(term, atStart, classes)
  let blocks: Ranges[] = [anyCharacter]
  for (const each of classes) {
    const outside = complement(each)
    blocks = blocks
      .flatMap((block) => [intersect(block, each), intersect(block, outside)])
      .filter((block) => block.length > 0)
  }
  const byTarget = new Map<Term, Ranges[]>()
  for (const block of blocks) {
    const point = block[0]?.[0] ?? 0
    const target = derive(terms, term, point, atStart)
    if (target === terms.none) continue
    const known = byTarget.get(target)
    if (known === undefined) byTarget.set(target, [block])
    else known.push(block)
  }
  return [...byTarget].map(([target, all]) => ({ characters: union(...all), target }))
}
