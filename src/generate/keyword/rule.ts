// A rule describes one keyword for the generator.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'

export interface Assertion {
  readonly keyword: string
  readonly property?: string
  readonly holds: (value: Json) => boolean
  /** Whether the value is valid in every interpretation of a format. The default is `holds`. */
  readonly surely?: (value: Json) => boolean
}

export interface RequiredMember {
  readonly property: string
  readonly trigger?: string
}

export type Side = 'at' | 'inside' | 'outside'

export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** The generator uses the first possible attempt. Null means the result of `failing`. */
  readonly attempts: readonly (readonly Effect[])[] | null
}

export interface Rule {
  readonly keyword: string
  assertions(schema: SchemaObject): readonly Assertion[]
  /** Constraints that every valid instance satisfies. */
  effects(schema: SchemaObject): readonly Effect[]
  /** Returns the ways to fail the keyword, and no way if the keyword cannot fail. */
  failing(schema: SchemaObject): readonly Alternative[]
  probes(schema: SchemaObject, member: RequiredMember | null): readonly Probe[]
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
