// A leaf: the values of one kind that have no parts.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'

export interface Leaf {
  readonly arbitrary: fc.Arbitrary<Json>
  /** All values, where there are few; null where there may be many. */
  readonly values: readonly Json[] | null
}

/** Up to how many values are counted one by one. */
export const fewMax = 64

/** The leaf of exactly these values; there must be one at least to draw from it. */
export function constant(values: readonly Json[]): Leaf {
  return { arbitrary: fc.constantFrom(...values), values }
}
