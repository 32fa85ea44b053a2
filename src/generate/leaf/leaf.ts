// Scalar values of one kind.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'

export interface Leaf {
  readonly arbitrary: fc.Arbitrary<Json>
  /** All values, if few. */
  readonly values: readonly Json[] | null
}

export const fewMax = 64

/** @param values at least one */
export function constant(values: readonly Json[]): Leaf {
  return { arbitrary: fc.constantFrom(...values), values }
}
