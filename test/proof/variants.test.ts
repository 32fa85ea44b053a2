// Tests that a run reports no failure for a conforming tenant with many variants.
// @module-tag whole
import { describe, expect, test } from 'vitest'
import { combined, failures, together } from './variants.ts'

const groupsTried = 2

// The file test/release/variants.test.ts tries single variants and random combinations.
describe.concurrent('conforming variants', () => {
  // Tries only the first groups, which are the largest.
  test.each(
    together()
      .slice(0, groupsTried)
      .map((names) => ({ names })),
  )('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
