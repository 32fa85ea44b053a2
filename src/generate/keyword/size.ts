// The keywords for lengths and counts, from `minLength` to `maxProperties`.
import { isObject, type Json } from '../../base/json.ts'
import type { Effect } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import { numberOf } from '../schema/schema.ts'
import { kinds } from '../value/kind.ts'
import { lengthOf } from '../value/text-length.ts'
import { does, outside, type Probe, type Rule, sizeProbes } from './rule.ts'

/** Reveals validators that count UTF-16 units instead of characters. */
const wide = effect.add('patterns', '^\\u{1F642}*$')

type Measure = (value: Json) => number | null

const measured = [
  [
    'minLength',
    'maxLength',
    kinds.string,
    (value: Json) => (typeof value === 'string' ? lengthOf(value) : null),
  ],
  ['minItems', 'maxItems', kinds.array, (value: Json) => (Array.isArray(value) ? value.length : null)],
  [
    'minProperties',
    'maxProperties',
    kinds.object,
    (value: Json) => (isObject(value) ? Object.keys(value).length : null),
  ],
] as const

export const sizes: readonly Rule[] = measured.flatMap(([low, high, kind, measure]) => {
  const exactly = (size: number): Effect[] => [
    effect.only(kind),
    effect.raise(low, size),
    effect.lowerMaximum(high, size),
  ]
  const least: Rule = {
    keyword: low,
    assertions: (schema) => bounded(low, numberOf(schema, low), measure, (size, bound) => size >= bound),
    effects: (schema) => given(numberOf(schema, low), (bound) => effect.raise(low, bound)),
    failing(schema) {
      const bound = numberOf(schema, low) ?? 0
      return bound > 0 ? [does(effect.only(kind), effect.lowerMaximum(high, Math.ceil(bound) - 1))] : []
    },
    probes(schema) {
      const bound = numberOf(schema, low)
      const all = probed(bound, 1, exactly)
      if (kind !== kinds.string || bound === undefined || bound < 2) return all
      return [...all, { ...outside, attempts: [[...exactly(bound - 1), wide]] }]
    },
  }
  const most: Rule = {
    keyword: high,
    assertions: (schema) => bounded(high, numberOf(schema, high), measure, (size, bound) => size <= bound),
    effects: (schema) => given(numberOf(schema, high), (bound) => effect.lowerMaximum(high, bound)),
    failing(schema) {
      const bound = numberOf(schema, high)
      return bound === undefined ? [] : [does(effect.only(kind), effect.raise(low, Math.floor(bound) + 1))]
    },
    probes(schema) {
      const bound = numberOf(schema, high)
      const all = probed(bound, -1, exactly)
      if (kind !== kinds.string || bound === undefined || bound < 2) return all
      return [...all, { side: 'at', valid: true, attempts: [[...exactly(bound), wide]] }]
    },
  }
  return [least, most]
})

function bounded(
  keyword: string,
  bound: number | undefined,
  measure: Measure,
  within: (size: number, bound: number) => boolean,
): ReturnType<Rule['assertions']> {
  if (bound === undefined) return []
  const holds = (value: Json): boolean => {
    const size = measure(value)
    return size === null || within(size, bound)
  }
  return [{ keyword, holds }]
}

function given(bound: number | undefined, make: (bound: number) => Effect): Effect[] {
  return bound === undefined ? [] : [make(bound)]
}

function probed(
  ...[bound, ...rest]: [number | undefined, 1 | -1, (size: number) => Effect[]]
): readonly Probe[] {
  return bound === undefined ? [] : sizeProbes(bound, ...rest)
}
