// The state of walking a conjunction: the branch so far, what is still to be applied, and what is open.
import type { Branch, Owner } from './branch.ts'
import type { Alternative, Demand, Effect } from './demand.ts'
import { copy } from './effect.ts'

/** A point where one of several ways must be taken. */
export interface Choice {
  /** In the order in which they are tried. May depend on what is known of the branch by then. */
  readonly ways: (branch: Branch) => readonly Alternative[]
  readonly owners: readonly Owner[]
}

interface Todo {
  readonly demand: Demand
  readonly owners: readonly Owner[]
}

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

  choose(ways: (branch: Branch) => readonly Alternative[], owners: readonly Owner[] = []): void {
    this.#choices.push({ ways, owners })
  }

  nextChoice(): Choice | undefined {
    return this.#choices.shift()
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
