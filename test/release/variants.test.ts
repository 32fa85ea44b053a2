// Tests that a run reports no failure for conforming tenants with single variants and with combinations.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partOf } from '../proof/part.ts'
import { combined, failures, together, variants } from '../proof/variants.ts'

// Tries every n-th variant separately. The combinations contain all variants.
const everyNth = 15

describe.concurrent('conforming variants', () => {
  test.each(partOf(Object.entries(variants), everyNth))('%s', async (_, variation) => {
    expect(await failures(variation)).toEqual([])
  })

  test.each(together().map((names) => ({ names })))('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })

  // Draws the same combinations in every run.
  const drawn = fc.sample(fc.subarray(Object.keys(variants), { minLength: 4, maxLength: 12 }), {
    seed: 20,
    numRuns: 4,
  })
  test.each(drawn.map((names) => ({ names })))('combined: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
