// The state of a search for branches: the branch so far, pending demands and open choices.

import { type Branch, copyOf, forbids, type Owner, prune } from '../branch/branch.ts'
import { type Alternative, type Demand, type Effect, opposite } from '../branch/demand.ts'
import { kinds } from '../value/kind.ts'

export interface Choice {
  readonly ways: (branch: Branch) => Iterable<Alternative>
  readonly owners: readonly Owner[]
  readonly implied: ((branch: Branch) => boolean) | null
}

interface Todo {
  readonly demand: Demand
  readonly owners: readonly Owner[]
}

const comparedChoices = 10
const countedWays = 4

export class State {
  readonly branch: Branch
  readonly #seen: Set<string>
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
    return new State(copyOf(this.branch), this)
  }

  get demandCount(): number {
    return this.#seen.size
  }

  demand(demand: Demand, owners: readonly Owner[]): void {
    const key = `${demand.key} ${owners.map((owner) => this.#idOf(owner)).join()}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#asked.add(demand.key)
    this.#todo.push({ demand, owners })
  }

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

  chooseFirst(ways: (branch: Branch) => Iterable<Alternative>): void {
    this.#choices.unshift({ ways, owners: [], implied: null })
  }

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

  #count(choice: Choice, limit: number): number | 'satisfied' {
    let count = 0
    for (const way of choice.ways(this.branch)) {
      const next = copyOf(this.branch)
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

export function settle(branch: Branch, before: Branch | null): boolean {
  if ((branch.kinds & kinds.object) !== 0) {
    const changed = branch.required !== before?.required || branch.groups !== before.groups
    if (changed && branch.required.some((name) => forbids(branch, name))) branch.kinds &= ~kinds.object
  }
  return prune(branch)
}

function same(a: Branch, b: Branch): boolean {
  return (Object.keys(a) as (keyof Branch)[]).every((key) => a[key] === b[key])
}
