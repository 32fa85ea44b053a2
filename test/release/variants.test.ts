// Conforming variants: tenants that differ wherever the specification is silent, in one way or in several, get no failure.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { combined, failures, variants } from '../proof/variants.ts'

describe.concurrent('conforming variants', () => {
  test.each(Object.entries(variants))('%s', async (_, variation) => {
    expect(await failures(variation)).toEqual([])
  })

  // Combinations, the same in every run so that a red one stays red; another seed is a line away.
  const drawn = fc.sample(fc.subarray(Object.keys(variants), { minLength: 4, maxLength: 12 }), {
    seed: 20,
    numRuns: 6,
  })
  test.each(drawn.map((names) => ({ names })))('combined: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
