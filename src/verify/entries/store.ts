// Stores the entries of the stub, including removed entries.
import type { JsonObject } from '../../base/json.ts'
import type { Contract, Operation } from '../../contract/index.ts'

export interface Entry {
  readonly resource: string
  readonly id: string
  /** The ids of the parents, with the nearest parent last. */
  readonly above: readonly string[]
  body: JsonObject
  readonly first: JsonObject
  gone: boolean
  /** True after the step that the contract requires before a deletion. */
  deletable?: boolean
}

export interface PathIds {
  /** Null if the path contains no id. */
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

  /** Returns the entries that were not removed. With `above`, returns only entries below these parents. */
  live(resource: string, above?: readonly string[]): readonly Entry[] {
    return this.#entries.filter(
      (one) => one.resource === resource && !one.gone && (above === undefined || standsBelow(one, above)),
    )
  }

  removed(resource: string): readonly Entry[] {
    return this.#entries.filter((one) => one.resource === resource && one.gone)
  }

  /** @param loosely `gone` also finds removed entries; `anywhere` also finds entries below other parents */
  find(
    resource: string,
    { id, above }: PathIds,
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

  /** Returns whether the parent in the path exists. Returns true if no operation creates such parents. */
  holdsAbove({ parameters, resource }: Operation, { above }: PathIds): boolean {
    const parents = parameters.filter((one) => one.in === 'path' && one.resource !== resource)
    const parent = this.#contract.resources.get(parents.at(-1)?.resource ?? '')
    if (parent?.life.create === undefined) return true
    return this.find(parent.name, { id: above.at(-1) ?? '', above: above.slice(0, -1) }) !== undefined
  }

  remove(entry: Entry): void {
    entry.gone = true
    for (const { name, removedWith } of this.#contract.resources.values())
      if (removedWith === entry.resource)
        for (const below of this.live(name)) if (below.above.at(-1) === entry.id) this.remove(below)
  }
}

// A request path may contain fewer parents than the creation path, so only the nearest are compared.
function standsBelow(entry: Entry, above: readonly string[]): boolean {
  const from = entry.above.length - above.length
  return above.every((id, index) => entry.above[from + index] === id)
}
