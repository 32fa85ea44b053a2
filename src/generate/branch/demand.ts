// Demands: what is asked of the instance at one place. A conjunction of them is never merged into one schema text.

import type { Node } from '../schema/schema.ts'
import type { Branch } from './branch.ts'

/** A step from a schema to one that it applies. */
export interface Step {
  readonly keyword: string
  /** Which of the keyword's schemas: a name, a pattern or an index; "" where there is only one. */
  readonly key: string
  /** The member or element of the instance that the step leads to; absent where it stays in place. */
  readonly at?: string | number
}

/** What a focus changes at the schema it leads to. */
export interface Edit {
  /** Unique per edit; equal demands are recognised by it. */
  readonly id: number
  /** Whether the instance is to be refused because of what is at the focus. */
  readonly negative: boolean
  /** The keyword that is not asserted at the focus. */
  readonly omit: string | null
  /** Ways of having the property in question, one of which is taken; null for nothing beyond `omit`. */
  readonly ways: ((branch: Branch) => Iterable<Alternative>) | null
  /** 0: all else holds; 1: but for `enum` and `const` beside it; 2: nothing else is asked at the place. */
  readonly relax: 0 | 1 | 2
}

/**
 * `is`: the schema accepts the instance; `not`: it refuses it; `focus`: it accepts (or, by a negative edit,
 * refuses) the instance because of what is at the end of the path.
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

/** All demands on one place; the empty one is satisfied by anything. */
export type Conjunction = readonly Demand[]

/** A change of a branch; it may add constraints, never take one away. */
export type Effect = (branch: Branch) => void

/** One way of satisfying something: changes of the branch, and demands on the same instance. */
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

/** What is true exactly where a demand without a focus is false. */
export function opposite(demand: Demand): Demand {
  return demand.kind === 'is' ? not(demand.node) : is(demand.node)
}

export function focus(node: Node, path: readonly Step[], edit: Edit): Demand {
  return { kind: 'focus', key: `!${node.id}:${edit.id}:${path.length}`, node, path, edit }
}

/** Without what is always so, and without repetitions, in an order that does not depend on where it came from. */
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
