// The state of walking a conjunction: the branch so far, what is still to be applied, and what is open.
import { type Branch, type Owner, prune } from './branch.ts'
import type { Alternative, Demand, Effect } from './demand.ts'
import { copy } from './effect.ts'

/** A point where one of several ways must be taken. */
export interface Choice {
  /** In the order in which they are tried. May depend on what is known of the branch by then. */
  readonly ways: (branch: Branch) => readonly Alternative[]
  readonly owners: readonly Owner[]
  /** Whether one of the ways is taken anyhow, by what is known of the branch. */
  readonly implied: ((branch: Branch) => boolean) | null
}

interface Todo {
  readonly demand: Demand
  readonly owners: readonly Owner[]
}

/** How many open points are compared before one is taken. */
const comparedChoices = 10

export class State {
  readonly branch: Branch
  readonly #seen: Set<string>
  readonly #todo: Todo[]
  readonly #choices: Choice[]
  readonly #ownerIds: Map<Owner, number>

  constructor(branch: Branch, from?: State) {
    this.branch = branch
    this.#seen = new Set(from === undefined ? [] : from.#seen)
    this.#todo = from === undefined ? [] : [...from.#todo]
    this.#choices = from === undefined ? [] : [...from.#choices]
    this.#ownerIds = new Map(from === undefined ? [] : from.#ownerIds)
  }

  fork(): State {
    return new State(copy(this.branch), this)
  }

  /** How many distinct demands were made so far. */
  get demandCount(): number {
    return this.#seen.size
  }

  /** Asks for `demand`, once. What lies below `owners` counts as evaluated for them. */
  demand(demand: Demand, owners: readonly Owner[]): void {
    const key = `${demand.key} ${owners.map((owner) => this.#idOf(owner)).join()}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#todo.push({ demand, owners })
  }

  /** Whether the opposite of a demand on the same node is already asked for. */
  opposes(demand: Demand): boolean {
    const sign = demand.kind === 'is' ? '-' : '+'
    return (
      demand.kind !== 'focus' && [...this.#seen].some((key) => key.startsWith(`${sign}${demand.node.id} `))
    )
  }

  next(): Todo | undefined {
    return this.#todo.shift()
  }

  effect(...effects: readonly Effect[]): void {
    for (const effect of effects) effect(this.branch)
  }

  choose(
    ways: (branch: Branch) => readonly Alternative[],
    owners: readonly Owner[] = [],
    implied: ((branch: Branch) => boolean) | null = null,
  ): void {
    this.#choices.push({ ways, owners, implied })
  }

  /** As `choose`, to be looked at before what is open already: it decides most. */
  chooseFirst(ways: (branch: Branch) => readonly Alternative[]): void {
    this.#choices.unshift({ ways, owners: [], implied: null })
  }

  /**
   * Takes the open point with the fewest ways that are still possible, and those ways; undefined where none is
   * open. One that a way satisfies as things stand is closed: the other ways would only ask for more.
   */
  nextChoice(): { ways: readonly Alternative[]; owners: readonly Owner[] } | undefined {
    let best: { index: number; ways: readonly Alternative[]; owners: readonly Owner[] } | undefined
    for (let index = 0; index < Math.min(this.#choices.length, comparedChoices); index++) {
      const choice = this.#choices[index]
      if (choice === undefined) break
      const ways = choice.implied?.(this.branch) === true ? 'satisfied' : this.#possible(choice)
      if (ways === 'satisfied') {
        this.#choices.splice(index--, 1)
        continue
      }
      if (best === undefined || ways.length < best.ways.length) best = { index, ways, owners: choice.owners }
      if (ways.length <= 1) break
    }
    if (best !== undefined) this.#choices.splice(best.index, 1)
    return best
  }

  #possible(choice: Choice): readonly Alternative[] | 'satisfied' {
    const possible: Alternative[] = []
    for (const way of choice.ways(this.branch)) {
      const next = copy(this.branch)
      for (const effect of way.effects) effect(next)
      if (!prune(next)) continue
      if (way.demands.length === 0 && same(next, this.branch)) return 'satisfied'
      possible.push(way)
    }
    return possible
  }

  #idOf(owner: Owner): number {
    let id = this.#ownerIds.get(owner)
    if (id === undefined) {
      id = this.#ownerIds.size
      this.#ownerIds.set(owner, id)
    }
    return id
  }
}

function same(a: Branch, b: Branch): boolean {
  return (Object.keys(a) as (keyof Branch)[]).every((key) => a[key] === b[key])
}
