// A rule: everything about one keyword, for evaluation, generation, violations, boundaries and shrinking.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'

export interface Assertion {
  readonly keyword: string
  /** The member, for keywords about required members. */
  readonly property?: string
  readonly holds: (value: Json) => boolean
  /** In every interpretation of a format. Default: `holds`. */
  readonly surely?: (value: Json) => boolean
}

/** `trigger`: the member that requires it, if not every object does. */
export interface RequiredMember {
  readonly property: string
  readonly trigger?: string
}

export type Side = 'at' | 'inside' | 'outside'

export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** The first possible one is used; null for the ways of failing. */
  readonly attempts: readonly (readonly Effect[])[] | null
}

/** For keywords that need no subschemas. Methods get the schema object. */
export interface Rule {
  readonly keyword: string
  assertions(schema: SchemaObject): readonly Assertion[]
  /** Hold for every satisfying instance; used to generate and shrink. */
  effects(schema: SchemaObject): readonly Effect[]
  /** Empty if the keyword cannot fail. */
  failing(schema: SchemaObject): readonly Alternative[]
  /** Valid ones first. */
  probes(schema: SchemaObject, member: RequiredMember | null): readonly Probe[]
  /** Members that are separate constraints. */
  requiredMembers?(schema: SchemaObject): readonly RequiredMember[]
}

export function does(...effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

export const outside: Probe = { side: 'outside', valid: false, attempts: null }

/** For keywords without a bound. */
export function bothSides(...inside: readonly Effect[]): readonly Probe[] {
  return [{ side: 'inside', valid: true, attempts: [inside, []] }, outside]
}

/** Without negative sizes. */
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
