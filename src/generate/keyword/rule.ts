// A rule: all that one keyword means, in one place. Judging, drawing, breaking, boundaries and shrinking follow from it.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../branch/demand.ts'
import type { SchemaObject } from '../schema/schema.ts'

/** One thing that a keyword asserts of an instance. */
export interface Assertion {
  readonly keyword: string
  /** For keywords about required members: the one that may be missing. */
  readonly property?: string
  readonly holds: (value: Json) => boolean
  /** Whether all readers of a format agree that it holds; as `holds` where there is nothing to differ about. */
  readonly surely?: (value: Json) => boolean
}

/** A member that a keyword asks for; `trigger` is the one whose presence asks for it. */
export interface Asked {
  readonly property: string
  readonly trigger?: string
}

export type Side = 'at' | 'inside' | 'outside'

/** A value worth trying on one side of a keyword. */
export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** What the value must be like; tried in this order until one is possible. Null: the rule's own ways of failing. */
  readonly attempts: readonly (readonly Effect[])[] | null
}

/** A keyword that looks at the instance alone, whatever subschemas stand beside it. Each part is given the schema object that carries it. */
export interface Rule {
  readonly keyword: string
  /** What is asserted of an instance. */
  assertions(schema: SchemaObject): readonly Assertion[]
  /** What is known of every instance that satisfies it; drawing and shrinking go by this. */
  effects(schema: SchemaObject): readonly Effect[]
  /** The ways of failing it; none for what nothing fails. */
  failing(schema: SchemaObject): readonly Alternative[]
  /** The values worth trying on both sides, valid ones first. */
  probes(schema: SchemaObject, asked: Asked | null): readonly Probe[]
  /** Members each of which is a constraint of its own; null where the keyword is one. */
  asks?(schema: SchemaObject): readonly Asked[]
}

/** An alternative that only has effects. */
export function does(...effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

/** A probe of the rule's own ways of failing. */
export const outside: Probe = { side: 'outside', valid: false, attempts: null }

/** Probes of a keyword that has no bound: something that it looks at, and what it refuses. */
export function bothSides(...inside: readonly Effect[]): readonly Probe[] {
  return [{ side: 'inside', valid: true, attempts: [inside, []] }, outside]
}

/** Probes of a size that a keyword bounds: at it, one within and one beyond, where such a size can be. */
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
