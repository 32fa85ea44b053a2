// Conforming variants, many at once, get no failure.
// @module-tag whole
import { describe, expect, test } from 'vitest'
import { combined, failures, together } from './variants.ts'

const groupsTried = 2

// Alone and in random combinations: test/release/variants.test.ts.
describe.concurrent('conforming variants', () => {
  // The first groups are the largest.
  test.each(
    together()
      .slice(0, groupsTried)
      .map((names) => ({ names })),
  )('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
