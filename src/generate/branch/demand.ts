// Demands on the value at one place. A conjunction of demands is never merged into one schema.

import type { Node } from '../schema/schema.ts'
import type { Branch } from './branch.ts'

export interface Step {
  readonly keyword: string
  /** A name, pattern or index. "" for a single subschema. */
  readonly key: string
  /** The member or element. Absent if the step stays at the same value. */
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
  /** The edit takes one of these. Null: it changes only `omit`. */
  readonly ways: ((branch: Branch) => Iterable<Alternative>) | null
  /**
   * 0: all other demands stay. 1: `enum` and `const` at this place are dropped. 2: all other demands at
   * this place are dropped.
   */
  readonly relax: 0 | 1 | 2
}

/**
 * `focus`: the value at the path's end makes the schema accept the instance (or refuse it, for a negative
 * edit).
 */
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

/** Returns the negated demand. A focus has none. */
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
