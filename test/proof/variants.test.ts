// Conforming variants: tenants that differ in many ways at once wherever the specification is silent get no failure.
import { describe, expect, test } from 'vitest'
import { combined, failures, together } from './variants.ts'

const groupsTried = 2

// Each by itself, and in combinations drawn at random: test/release/variants.test.ts.
describe.concurrent('conforming variants', () => {
  // The first groups hold the most of them.
  test.each(
    together()
      .slice(0, groupsTried)
      .map((names) => ({ names })),
  )('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
