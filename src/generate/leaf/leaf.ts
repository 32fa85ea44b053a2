// A leaf makes scalar values of one kind.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'

export interface Leaf {
  readonly arbitrary: fc.Arbitrary<Json>
  readonly values: readonly Json[] | null
}

export const fewMax = 64

export function constant(values: readonly Json[]): Leaf {
  return { arbitrary: fc.constantFrom(...values), values }
}

export function filtered(leaf: Leaf, passes: (value: Json) => boolean): Leaf[] {
  if (leaf.values !== null) {
    const values = leaf.values.filter(passes)
    return values.length === 0 ? [] : [constant(values)]
  }
  const arbitrary = new BoundedFilter(leaf.arbitrary, passes)
  return yields(arbitrary) ? [{ arbitrary, values: null }] : []
}
