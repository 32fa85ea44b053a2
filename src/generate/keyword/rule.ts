// A rule contains everything that the generator knows about one keyword.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'

export interface Assertion {
  readonly keyword: string
  readonly property?: string
  readonly holds: (value: Json) => boolean
  /** Returns whether the value is valid in every interpretation of a format. The default is `holds`. */
  readonly surely?: (value: Json) => boolean
}

/** `trigger` is the member that requires this member. */
export interface RequiredMember {
  readonly property: string
  readonly trigger?: string
}

export type Side = 'at' | 'inside' | 'outside'

export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** The generator uses the first possible attempt. Null means the usual ways to fail the keyword. */
  readonly attempts: readonly (readonly Effect[])[] | null
}

/** The rule of a keyword that applies no subschemas. */
export interface Rule {
  readonly keyword: string
  assertions(schema: SchemaObject): readonly Assertion[]
  /** Returns the constraints that every valid instance satisfies. */
  effects(schema: SchemaObject): readonly Effect[]
  /** Returns the ways to fail the keyword. Empty if the keyword cannot fail. */
  failing(schema: SchemaObject): readonly Alternative[]
  probes(schema: SchemaObject, member: RequiredMember | null): readonly Probe[]
  /** Returns the required names. Each of them counts as a separate constraint. */
  requiredMembers?(schema: SchemaObject): readonly RequiredMember[]
}

export function does(...effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

export const outside: Probe = { side: 'outside', valid: false, attempts: null }

export function bothSides(...inside: readonly Effect[]): readonly Probe[] {
  return [{ side: 'inside', valid: true, attempts: [inside, []] }, outside]
}

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
