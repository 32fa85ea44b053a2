// The keywords `minimum` and `maximum`, and their exclusive variants.
import type { Effect } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { numberOf, type SchemaObject } from '../schema/schema.ts'
import { kinds, kindsOf, numberKinds } from '../value/kind.ts'
import { does, type Probe, type Rule } from './rule.ts'

interface Bound {
  readonly keyword: string
  readonly holds: (value: number, bound: number) => boolean
  readonly satisfied: (bound: number) => Effect
  readonly failed: (bound: number) => Effect
  readonly inward: 1 | -1
  readonly itself: boolean
}

const bounds: readonly Bound[] = [
  {
    keyword: 'minimum',
    holds: (value, bound) => value >= bound,
    satisfied: (bound) => effect.atLeast(bound, false),
    failed: (bound) => effect.atMost(bound, true),
    inward: 1,
    itself: true,
  },
  {
    keyword: 'maximum',
    holds: (value, bound) => value <= bound,
    satisfied: (bound) => effect.atMost(bound, false),
    failed: (bound) => effect.atLeast(bound, true),
    inward: -1,
    itself: true,
  },
  {
    keyword: 'exclusiveMinimum',
    holds: (value, bound) => value > bound,
    satisfied: (bound) => effect.atLeast(bound, true),
    failed: (bound) => effect.atMost(bound, false),
    inward: 1,
    itself: false,
  },
  {
    keyword: 'exclusiveMaximum',
    holds: (value, bound) => value < bound,
    satisfied: (bound) => effect.atMost(bound, true),
    failed: (bound) => effect.atLeast(bound, false),
    inward: -1,
    itself: false,
  },
]

export const numericBounds: readonly Rule[] = bounds.map(ruleOf)

function ruleOf(of: Bound): Rule {
  const { keyword, holds, inward } = of
  return {
    keyword,
    assertions(schema) {
      const bound = numberOf(schema, keyword)
      if (bound === undefined) return []
      return [{ keyword, holds: (value) => typeof value !== 'number' || holds(value, bound) }]
    },
    effects(schema) {
      const bound = numberOf(schema, keyword)
      return bound === undefined ? [] : [of.satisfied(bound)]
    },
    failing(schema) {
      const bound = numberOf(schema, keyword)
      return bound === undefined ? [] : [does(effect.only(numberKinds), of.failed(bound))]
    },
    probes(schema) {
      const bound = numberOf(schema, keyword)
      if (bound === undefined) return []
      const beyond = (direction: number): Effect[][] => [
        ...stepsFrom(schema, bound).map((step) => [effect.choices([sum(bound, direction * step)])]),
        [direction > 0 ? effect.atLeast(bound, true) : effect.atMost(bound, true), effect.only(numberKinds)],
      ]
      return [
        { side: 'at', valid: of.itself, attempts: [[effect.choices([bound])]] },
        { side: 'inside', valid: true, attempts: beyond(inward) },
        { side: 'outside', valid: false, attempts: beyond(-inward) },
      ] satisfies Probe[]
    },
  }
}

function stepsFrom(schema: SchemaObject, bound: number): number[] {
  const whole = schema.type === 'integer' || (kindsOf(schema.type) & kinds.fraction) === 0
  const unit = numberOf(schema, 'multipleOf')
  const far = Math.abs(bound) * 1e-9
  return [
    ...(unit === undefined ? [] : [unit]),
    ...(whole && schema.type !== undefined ? [] : [0.01]),
    1,
    ...(far > 1 ? [far] : []),
  ]
}

// Rounds the sum, because the doubles 0.06 and 0.01 do not add up to exactly 0.07.
function sum(a: number, b: number): number {
  return Number((a + b).toPrecision(15))
}
