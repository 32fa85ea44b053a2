// What the stub holds: ones of each resource, below what they stand, and those that are gone.
import type { JsonObject } from '../base/json.ts'
import type { Contract, Operation } from '../contract/index.ts'

export interface Entry {
  readonly resource: string
  readonly id: string
  /** Ids of what it stands below, the nearest last. */
  readonly above: readonly string[]
  body: JsonObject
  /** As it was made. */
  readonly first: JsonObject
  gone: boolean
}

/** What the path of a request names. */
export interface Named {
  /** Null where it names none of the operation's own resource. */
  readonly id: string | null
  readonly above: readonly string[]
}

export class Store {
  readonly #contract: Contract
  readonly #entries: Entry[] = []

  constructor(contract: Contract) {
    this.#contract = contract
  }

  get count(): number {
    return this.#entries.length
  }

  add(entry: Entry): void {
    this.#entries.push(entry)
  }

  /** Those that are there, below `above` where it is given. */
  live(resource: string, above?: readonly string[]): readonly Entry[] {
    return this.#entries.filter(
      (one) => one.resource === resource && !one.gone && (above === undefined || standsBelow(one, above)),
    )
  }

  /** Those that were removed. */
  removed(resource: string): readonly Entry[] {
    return this.#entries.filter((one) => one.resource === resource && one.gone)
  }

  /** @param loosely also one that is gone, and one that stands elsewhere */
  find(
    resource: string,
    { id, above }: Named,
    loosely: { readonly gone?: boolean; readonly anywhere?: boolean } = {},
  ): Entry | undefined {
    return this.#entries.findLast(
      (one) =>
        one.resource === resource &&
        one.id === id &&
        (!one.gone || loosely.gone === true) &&
        (standsBelow(one, above) || loosely.anywhere === true),
    )
  }

  /** Whether what the path names above the resource is there, as far as the contract says what that is. */
  holdsAbove({ parameters, resource }: Operation, { above }: Named): boolean {
    const parents = parameters.filter((one) => one.in === 'path' && one.resource !== resource)
    const parent = this.#contract.resources.get(parents.at(-1)?.resource ?? '')
    if (parent?.life.create === undefined) return true
    return this.find(parent.name, { id: above.at(-1) ?? '', above: above.slice(0, -1) }) !== undefined
  }

  /** Removes it, with what vanishes with it. */
  remove(entry: Entry): void {
    entry.gone = true
    for (const { name, removedWith } of this.#contract.resources.values())
      if (removedWith === entry.resource)
        for (const below of this.live(name)) if (below.above.at(-1) === entry.id) this.remove(below)
  }
}

// A path may name less of what it stands below than that of its creation.
function standsBelow(entry: Entry, above: readonly string[]): boolean {
  const from = entry.above.length - above.length
  return above.every((id, index) => entry.above[from + index] === id)
}
