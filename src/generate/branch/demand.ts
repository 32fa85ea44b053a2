// Demands on a value, for example that the value violates a schema.

import type { Node } from '../schema/schema.ts'
import type { Branch } from './branch.ts'

export interface Step {
  readonly keyword: string
  /** Name, pattern or index within the keyword. "" if the keyword has a single subschema. */
  readonly key: string
  /** Missing for a step at the same value. */
  readonly at?: string | number
}

let edits = 0

export function freshEditId(): number {
  return edits++
}

export interface Edit {
  readonly id: number
  readonly negative: boolean
  readonly omit: string | null
  /** Null if the edit only leaves out the keyword `omit`. */
  readonly ways: ((branch: Branch) => Iterable<Alternative>) | null
  /**
   * 0: keeps all other demands. 1: drops `enum` and `const` of this value. 2: drops all its other demands.
   */
  readonly relax: 0 | 1 | 2
}

/** A `focus` makes the value at the end of the path decide whether the schema accepts the instance. */
export type Demand =
  | { readonly kind: 'is' | 'not'; readonly key: string; readonly node: Node }
  | {
      readonly kind: 'focus'
      readonly key: string
      readonly node: Node
      readonly path: readonly Step[]
      readonly edit: Edit
    }

export type Conjunction = readonly Demand[]

export type Effect = (branch: Branch) => void

export interface Alternative {
  readonly effects: readonly Effect[]
  readonly demands: readonly Demand[]
}

export function is(node: Node): Demand {
  return { kind: 'is', key: `+${node.id}`, node }
}

export function not(node: Node): Demand {
  return { kind: 'not', key: `-${node.id}`, node }
}

/** Do not call this function with a focus, which has no negation. */
export function opposite(demand: Demand): Demand {
  return demand.kind === 'is' ? not(demand.node) : is(demand.node)
}

export function focus(node: Node, path: readonly Step[], edit: Edit): Demand {
  return { kind: 'focus', key: `!${node.id}:${edit.id}:${path.length}`, node, path, edit }
}

export function conjunction(demands: readonly Demand[]): Conjunction {
  const byKey = new Map<string, Demand>()
  for (const demand of demands) {
    if (demand.kind !== 'focus' && demand.node.schema === (demand.kind === 'is')) continue
    byKey.set(demand.key, demand)
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

export function keyOf(conjunction: Conjunction): string {
  return conjunction.map((demand) => demand.key).join(' ')
}
