// Finds the texts of a term by their length and a series of choices.
import { nullable, transitions } from './derivative.ts'
import { intersect, nth, type Ranges, size } from './ranges.ts'
import type { Term, Terms } from './term.ts'

interface Edge {
  readonly characters: Ranges
  readonly target: State
}

interface State {
  readonly term: Term
  readonly accepting: boolean
  edges: readonly Edge[] | null
}

const statesMax = 1500
const stepsMax = 20_000

export class TooComplex extends Error {
  override readonly name = 'TooComplex'
}

/** Lengths are in code points (JSON Schema Validation, section 6.3.1). */
export class Language {
  readonly #terms: Terms
  readonly #states = new Map<Term, State>()
  readonly #layers: Set<State>[]
  readonly #alive = new Map<number, readonly ReadonlySet<State>[]>()

  constructor(terms: Terms, term: Term) {
    this.#terms = terms
    const start: State = {
      term,
      accepting: nullable(term, true),
      edges: transitions(terms, term, true).map((each) => this.#edge(each)),
    }
    this.#layers = [new Set([start])]
  }

  lengths(min: number, max: number, countMax: number): number[] {
    const found: number[] = []
    let idle = 0
    for (let length = 0; length <= max && found.length < countMax; length++) {
      const layer = this.#layer(length)
      if (layer.size === 0) break
      if (length < min) continue
      if (anyAccepting(layer)) {
        found.push(length)
        idle = 0
      } else if (++idle > this.#states.size + 1 && this.#closed()) break
    }
    return found
  }

  has(length: number): boolean {
    return anyAccepting(this.#layer(length))
  }

  text(length: number, choose: (options: number) => number): string {
    const alive = this.#aliveFor(length)
    let [state] = this.#layer(0)
    let text = ''
    for (let step = 0; step < length; step++) {
      const open = (state === undefined ? [] : this.#edges(state)).filter((edge) =>
        alive[step + 1]?.has(edge.target),
      )
      const edge = open.length === 1 ? open[0] : open[choose(open.length)]
      if (edge === undefined) break
      text += String.fromCodePoint(pick(edge.characters, choose))
      state = edge.target
    }
    return text
  }

  words(min: number, max: number, countMax: number): string[] | undefined {
    const lengths = this.lengths(min, max, countMax + 1)
    if (lengths.length > countMax) return undefined
    const words: string[] = []
    for (const length of lengths) {
      if (!this.#collect(length, countMax, words)) return undefined
    }
    return words
  }

  #collect(length: number, countMax: number, into: string[]): boolean {
    const alive = this.#aliveFor(length)
    let begun = [...this.#layer(0)].map((state) => ({ state, text: '' }))
    for (let step = 1; step <= length; step++) {
      const longer: typeof begun = []
      for (const { state, text } of begun) {
        for (const { characters, target } of this.#edges(state)) {
          if (!alive[step]?.has(target)) continue
          if (into.length + longer.length + size(characters) > countMax) return false
          for (const [low, high] of characters) {
            for (let point = low; point <= high; point++)
              longer.push({ state: target, text: text + String.fromCodePoint(point) })
          }
        }
      }
      begun = longer
    }
    into.push(...begun.map(({ text }) => text))
    return into.length <= countMax
  }

  #layer(index: number): Set<State> {
    if (index > stepsMax) throw new TooComplex('the text would be too long')
    for (let at = this.#layers.length; at <= index; at++) {
      const next = new Set<State>()
      for (const state of this.#layers[at - 1] ?? []) {
        for (const edge of this.#edges(state)) next.add(edge.target)
      }
      this.#layers.push(next)
    }
    return this.#layers[index] ?? new Set()
  }

  #aliveFor(length: number): readonly ReadonlySet<State>[] {
    const known = this.#alive.get(length)
    if (known !== undefined) return known
    const alive: ReadonlySet<State>[] = []
    let next = new Set([...this.#layer(length)].filter((state) => state.accepting))
    alive[length] = next
    for (let step = length - 1; step >= 0; step--) {
      const here = new Set<State>()
      for (const state of this.#layer(step)) {
        if (this.#edges(state).some((edge) => next.has(edge.target))) here.add(state)
      }
      alive[step] = here
      next = here
    }
    if (this.#alive.size > 64) this.#alive.clear()
    this.#alive.set(length, alive)
    return alive
  }

  #edges(state: State): readonly Edge[] {
    state.edges ??= transitions(this.#terms, state.term, false).map((each) => this.#edge(each))
    return state.edges
  }

  #edge({ characters, target }: { characters: Ranges; target: Term }): Edge {
    let state = this.#states.get(target)
    if (state === undefined) {
      if (this.#states.size >= statesMax) throw new TooComplex('the pattern has too many states')
      state = { term: target, accepting: nullable(target, false), edges: null }
      this.#states.set(target, state)
    }
    return { characters, target: state }
  }

  #closed(): boolean {
    return [...this.#states.values()].every((state) => state.edges !== null)
  }
}

function anyAccepting(states: ReadonlySet<State>): boolean {
  for (const state of states) if (state.accepting) return true
  return false
}

const ascii: Ranges = [[0x20, 0x7e]]
const plain: readonly Ranges[] = [[[0x61, 0x7a]], [[0x30, 0x39]], [[0x41, 0x5a]], ascii]

interface Choice {
  readonly characters: Ranges
  readonly size: number
}

interface Preferred {
  readonly simple: Choice
  readonly ascii: Choice
  readonly any: Choice
}

const preferred = new WeakMap<Ranges, Preferred>()

export function pick(characters: Ranges, choose: (options: number) => number): number {
  const first = characters[0]
  if (first !== undefined && characters.length === 1 && first[0] === first[1]) return first[0]
  let known = preferred.get(characters)
  if (known === undefined) {
    known = preferredOf(characters)
    preferred.set(characters, known)
  }
  const kind = choose(8)
  const choice = kind === 7 ? known.any : kind === 6 ? known.ascii : known.simple
  return nth(choice.characters, choose(choice.size))
}

function preferredOf(characters: Ranges): Preferred {
  const choiceOf = (some: Ranges | undefined): Choice => {
    const chosen = some === undefined || some.length === 0 ? characters : some
    return { characters: chosen, size: size(chosen) }
  }
  const simple = plain.map((set) => intersect(characters, set)).find((set) => set.length > 0)
  return {
    simple: choiceOf(simple),
    ascii: choiceOf(intersect(characters, ascii)),
    any: choiceOf(characters),
  }
}
