// The state of walking a conjunction: the branch so far, what is still to be applied, and what is open.

import { type Branch, forbids, type Owner, prune } from '../branch/branch.ts'
import { type Alternative, type Demand, type Effect, opposite } from '../branch/demand.ts'
import { copy } from '../branch/effect.ts'
import { kinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'

/** A point where one of several ways must be taken. */
export interface Choice {
  /** In the order in which they are tried. May depend on what is known of the branch by then. */
  readonly ways: (branch: Branch) => Iterable<Alternative>
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
/** How many ways of an open point are counted; with more it counts as one with many. */
const countedWays = 4

export class State {
  readonly branch: Branch
  readonly #seen: Set<string>
  /** The keys of the demands among them. */
  readonly #asked: Set<string>
  readonly #todo: Todo[]
  readonly #choices: Choice[]
  readonly #ownerIds: Map<Owner, number>

  constructor(branch: Branch, from?: State) {
    this.branch = branch
    this.#seen = new Set(from === undefined ? [] : from.#seen)
    this.#asked = new Set(from === undefined ? [] : from.#asked)
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
    this.#asked.add(demand.key)
    this.#todo.push({ demand, owners })
  }

  /** Whether the opposite of a demand on the same node is already asked for. */
  opposes(demand: Demand): boolean {
    return demand.kind !== 'focus' && this.#asked.has(opposite(demand).key)
  }

  next(): Todo | undefined {
    return this.#todo.shift()
  }

  effect(...effects: readonly Effect[]): void {
    for (const effect of effects) effect(this.branch)
  }

  choose(
    ways: (branch: Branch) => Iterable<Alternative>,
    owners: readonly Owner[] = [],
    implied: ((branch: Branch) => boolean) | null = null,
  ): void {
    this.#choices.push({ ways, owners, implied })
  }

  /** As `choose`, to be looked at before what is open already: it decides most. */
  chooseFirst(ways: (branch: Branch) => Iterable<Alternative>): void {
    this.#choices.unshift({ ways, owners: [], implied: null })
  }

  /**
   * Takes the open point with the fewest ways that are still possible, as far as they are counted; undefined where
   * none is open. One that a way satisfies as things stand is closed: the other ways would only ask for more.
   */
  nextChoice(): Choice | undefined {
    let best: { index: number; count: number; choice: Choice } | undefined
    for (let index = 0; index < Math.min(this.#choices.length, comparedChoices); index++) {
      const choice = this.#choices[index]
      if (choice === undefined) break
      const limit = Math.min(best?.count ?? countedWays, countedWays)
      const count = choice.implied?.(this.branch) === true ? 'satisfied' : this.#count(choice, limit)
      if (count === 'satisfied') {
        this.#choices.splice(index--, 1)
        continue
      }
      if (best === undefined || count < best.count) best = { index, count, choice }
      if (count <= 1) break
    }
    if (best !== undefined) this.#choices.splice(best.index, 1)
    return best?.choice
  }

  // How many ways are possible, at most `limit` of them; or that one of those makes no difference.
  #count(choice: Choice, limit: number): number | 'satisfied' {
    let count = 0
    for (const way of choice.ways(this.branch)) {
      const next = copy(this.branch)
      for (const effect of way.effects) effect(next)
      if (!settle(next, this.branch)) continue
      if (way.demands.length === 0 && same(next, this.branch)) return 'satisfied'
      if (++count >= limit) break
    }
    return count
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

/** Takes the kinds away that are impossible by now; false where none is left. `before` is what the branch was made from. */
export function settle(branch: Branch, before: Branch | null): boolean {
  if ((branch.kinds & kinds.object) !== 0) {
    const changed = branch.required !== before?.required || branch.groups !== before.groups
    if (changed && branch.required.some((name) => forbids(branch, name, matches)))
      branch.kinds &= ~kinds.object
  }
  return prune(branch)
}

function same(a: Branch, b: Branch): boolean {
  return (Object.keys(a) as (keyof Branch)[]).every((key) => a[key] === b[key])
}
