// Probes: for each constraint the values worth trying on both sides of it.
import type { Json } from '../../base/json.ts'
import type { Alternative, Effect } from '../conjunction/demand.ts'
import { is } from '../conjunction/demand.ts'
import * as effect from '../conjunction/effect.ts'
import { enumOf, type Node, numberOf, schemasOf } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import { kinds, kindsOf, numberKinds } from '../value/kind.ts'
import type { Constraint } from './constraint.ts'

export type Side = 'at' | 'inside' | 'outside'

export interface Probe {
  readonly side: Side
  readonly valid: boolean
  /** What the value at the place must be like; tried in this order until one is possible. */
  readonly attempts: readonly (readonly Effect[])[]
  /** Whether the constraint's own ways of failing apply instead. */
  readonly generic: boolean
}

const enumValuesMax = 50

/** The probes of a constraint, valid ones first. */
export function probesOf(set: SchemaSet, constraint: Constraint): Probe[] {
  const { keyword, schema, node } = constraint
  const value = numberOf(schema, keyword)
  const length = value === undefined ? null : sizeProbes(keyword, value)
  if (length !== null) return length
  const bound = value === undefined ? null : boundProbes(keyword, value, schema)
  if (bound !== null) return bound
  if (keyword === 'minContains' || keyword === 'maxContains')
    return countProbes(set, node, keyword, value ?? 0, schema)
  if (keyword === 'type') return typeProbes(schema.type)
  const values = keyword === 'enum' || keyword === 'const' ? enumOf(schema, keyword) : undefined
  if (values !== undefined) {
    const inside = values
      .slice(0, enumValuesMax)
      .map((each) => probe('inside', true, [[effect.choices([each])]]))
    return [...inside, outside]
  }
  if (keyword === 'uniqueItems') {
    const several = [effect.only(kinds.array), effect.raise('minItems', 2)]
    return [probe('inside', true, [several, []]), outside]
  }
  return [probe('inside', true, [insideOf(constraint), []]), outside]
}

const outside: Probe = { side: 'outside', valid: false, attempts: [], generic: true }

function probe(side: Side, valid: boolean, attempts: readonly (readonly Effect[])[]): Probe {
  return { side, valid, attempts, generic: false }
}

// So that the keyword has something to look at.
function insideOf({ keyword, property, trigger }: Constraint): Effect[] {
  if (keyword === 'pattern' || keyword === 'format') return [effect.only(kinds.string | numberKinds)]
  if (keyword === 'multipleOf') return [effect.only(numberKinds), effect.exclude([0])]
  if (keyword === 'contains') return [effect.only(kinds.array)]
  if (property === undefined) return []
  return [
    effect.only(kinds.object),
    effect.add('required', ...(trigger === undefined ? [] : [trigger]), property),
  ]
}

const sizes = {
  minLength: ['minLength', 'maxLength', kinds.string, 1],
  maxLength: ['minLength', 'maxLength', kinds.string, -1],
  minItems: ['minItems', 'maxItems', kinds.array, 1],
  maxItems: ['minItems', 'maxItems', kinds.array, -1],
  minProperties: ['minProperties', 'maxProperties', kinds.object, 1],
  maxProperties: ['minProperties', 'maxProperties', kinds.object, -1],
} as const

function sizeProbes(keyword: string, value: number): Probe[] | null {
  if (!Object.hasOwn(sizes, keyword)) return null
  const [low, high, kind, inward] = sizes[keyword as keyof typeof sizes]
  const exactly = (size: number): Effect[] => [
    effect.only(kind),
    effect.raise(low, size),
    effect.lower(high, size),
  ]
  const all: [Side, boolean, number][] = [
    ['at', true, value],
    ['inside', true, value + inward],
    ['outside', false, value - inward],
  ]
  return all
    .filter(([, , size]) => size >= 0)
    .map(([side, valid, size]) => probe(side, valid, [exactly(size)]))
}

function boundProbes(keyword: string, bound: number, schema: Constraint['schema']): Probe[] | null {
  const inward = { minimum: 1, exclusiveMinimum: 1, maximum: -1, exclusiveMaximum: -1 }[keyword]
  if (inward === undefined) return null
  const whole = schema.type === 'integer' || (kindsOf(schema.type) & kinds.fraction) === 0
  const unit = numberOf(schema, 'multipleOf')
  const steps = [
    ...(unit === undefined ? [] : [unit]),
    ...(whole && schema.type !== undefined ? [] : [0.01]),
    1,
  ]
  const far = Math.abs(bound) * 1e-9
  const near = (direction: number): Effect[][] =>
    [...steps, ...(far > 1 ? [far] : [])].map((step) => [effect.choices([sum(bound, direction * step)])])
  return [
    probe('at', !keyword.startsWith('exclusive'), [[effect.choices([bound])]]),
    probe('inside', true, [
      ...near(inward),
      [inward > 0 ? effect.atLeast(bound, true) : effect.atMost(bound, true), effect.only(numberKinds)],
    ]),
    probe('outside', false, [
      ...near(-inward),
      [inward > 0 ? effect.atMost(bound, true) : effect.atLeast(bound, true), effect.only(numberKinds)],
    ]),
  ]
}

// Decimal, not binary: 0.1 + 0.01 is 0.11.
function sum(a: number, b: number): number {
  return Number((a + b).toPrecision(15))
}

function countProbes(
  set: SchemaSet,
  node: Node,
  keyword: string,
  value: number,
  schema: Constraint['schema'],
): Probe[] {
  const [sought] = schemasOf([schema.contains])
  if (sought === undefined) return []
  const demand = is(set.sub(node, sought))
  const inward = keyword === 'minContains' ? 1 : -1
  const exactly = (count: number): Effect[] => [
    effect.only(kinds.array),
    effect.contains({ demand, min: count, max: count, owners: [] }),
    effect.raise('minItems', count),
  ]
  const all: [Side, boolean, number][] = [
    ['at', true, value],
    ['inside', true, value + inward],
    ['outside', false, value - inward],
  ]
  return all
    .filter(([, , count]) => count >= 0)
    .map(([side, valid, count]) => probe(side, valid, [exactly(count)]))
}

function typeProbes(type: unknown): Probe[] {
  const named = kindsOf(type)
  return Object.values(kinds).map((kind) => {
    const valid = (kind & named) !== 0
    return probe(valid ? 'inside' : 'outside', valid, [[effect.only(kind)]])
  })
}

/** A probe's attempt as the way that a focus takes. */
export function wayOf(effects: readonly Effect[]): Alternative {
  return { effects, demands: [] }
}

export type { Json }
