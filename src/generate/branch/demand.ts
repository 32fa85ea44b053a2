// Demands: constraints on the instance at one place. A conjunction of demands is never merged into one schema.

import type { Node } from '../schema/schema.ts'
import type { Branch } from './branch.ts'

/** A step from a schema to one of its subschemas. */
export interface Step {
  readonly keyword: string
  /** A name, pattern or index of the subschema; "" if the keyword has only one. */
  readonly key: string
  /** The member or element that the step enters; absent if the step stays at the same instance place. */
  readonly at?: string | number
}

/** A change to the schema at the end of a focus. */
export interface Edit {
  /** Unique; equal demands are recognised by this id. */
  readonly id: number
  /** Whether the instance must be refused because of the value at the focus. */
  readonly negative: boolean
  /** The keyword that the focus does not assert. */
  readonly omit: string | null
  /** Alternatives of which one is taken; null for no change except `omit`. */
  readonly ways: ((branch: Branch) => Iterable<Alternative>) | null
  /** 0: everything else holds; 1: everything but `enum` and `const` of the same place; 2: nothing else is demanded at the place. */
  readonly relax: 0 | 1 | 2
}

/**
 * `is`: the schema accepts the instance; `not`: the schema refuses it; `focus`: the schema accepts the instance (refuses it if the edit is negative) because
 * of the value at the end of the path.
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

/** All demands at one place; anything satisfies an empty conjunction. */
export type Conjunction = readonly Demand[]

/** Changes a branch; may add constraints but not remove any. */
export type Effect = (branch: Branch) => void

/** One way to satisfy a demand: effects on the branch, and further demands on the same instance. */
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

/** The negation of a demand that is not a focus. */
export function opposite(demand: Demand): Demand {
  return demand.kind === 'is' ? not(demand.node) : is(demand.node)
}

export function focus(node: Node, path: readonly Step[], edit: Edit): Demand {
  return { kind: 'focus', key: `!${node.id}:${edit.id}:${path.length}`, node, path, edit }
}

/** Sorts the demands, and removes duplicates and those that always hold. */
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
