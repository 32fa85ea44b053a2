// A rule: the whole meaning of one keyword. Evaluation, generation, violations, boundaries and shrinking follow from it.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'

export interface Assertion {
  readonly keyword: string
  /** For keywords about required members: the member. */
  readonly property?: string
  readonly holds: (value: Json) => boolean
  /** Whether it holds in every interpretation of a format. Default: `holds`. */
  readonly surely?: (value: Json) => boolean
}

/** A required member; `trigger` is the member that requires it. */
export interface Asked {
  readonly property: string
  readonly trigger?: string
}

export type Side = 'at' | 'inside' | 'outside'

/** A value to try on one side of a keyword. */
export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** Constraints on the value, tried in order until one list is possible; null for the rule's ways of failing. */
  readonly attempts: readonly (readonly Effect[])[] | null
}

/** A keyword that depends on the instance alone, not on subschemas. Methods get the schema object with the keyword. */
export interface Rule {
  readonly keyword: string
  assertions(schema: SchemaObject): readonly Assertion[]
  /** Constraints of every satisfying instance, used to generate and shrink. */
  effects(schema: SchemaObject): readonly Effect[]
  /** Ways to fail the keyword; empty if it cannot fail. */
  failing(schema: SchemaObject): readonly Alternative[]
  /** Values to try on both sides, valid ones first. */
  probes(schema: SchemaObject, asked: Asked | null): readonly Probe[]
  /** Members that are separate constraints; absent if the keyword is a single constraint. */
  asks?(schema: SchemaObject): readonly Asked[]
}

/** An alternative without demands. */
export function does(...effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

export const outside: Probe = { side: 'outside', valid: false, attempts: null }

/** Probes of a keyword without a bound: a value that it applies to, and one that it refuses. */
export function bothSides(...inside: readonly Effect[]): readonly Probe[] {
  return [{ side: 'inside', valid: true, attempts: [inside, []] }, outside]
}

/** Probes of a bounded size: the bound, one inside, one outside; negative sizes are left out. */
export function sizeProbes(
  bound: number,
  inward: 1 | -1,
  exactly: (size: number) => readonly Effect[],
): readonly Probe[] {
  const all = [
    ['at', true, bound],
    ['inside', true, bound + inward],
    ['outside', false, bound - inward],
  ] as const
  return all
    .filter(([, , size]) => size >= 0)
    .map(([side, valid, size]) => ({ side, valid, attempts: [exactly(size)] }))
}
