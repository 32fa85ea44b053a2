// Demands on the instance at one place. Conjunctions are never merged into one schema.

import type { Node } from '../schema/schema.ts'
import type { Branch } from './branch.ts'

export interface Step {
  readonly keyword: string
  /** A name, pattern or index; "" for a single subschema. */
  readonly key: string
  /** Absent if the step stays in place. */
  readonly at?: string | number
}

let edits = 0

export function freshEditId(): number {
  return edits++
}

export interface Edit {
  /** Identifies equal demands. */
  readonly id: number
  readonly negative: boolean
  readonly omit: string | null
  /** One is taken; null for no change but `omit`. */
  readonly ways: ((branch: Branch) => Iterable<Alternative>) | null
  /** 0: everything else holds; 1: except `enum` and `const` in place; 2: nothing else is demanded in place. */
  readonly relax: 0 | 1 | 2
}

/** `focus`: accepted (or refused, by a negative edit) because of the value at the path's end. */
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

/** None for a focus. */
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
