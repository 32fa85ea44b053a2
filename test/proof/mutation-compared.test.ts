// Tests that comparisons find mutations. For each explanation of unnoticed mutations, it tries one
// mutation.
// @module-tag whole
import { expect, test } from 'vitest'
import { allClaims, onePerReason, verdictOf } from './mutation-compared.ts'

// The file test/release/mutation-compared.test.ts tries all of them.
test.concurrent.each(onePerReason(await allClaims()))('$name: $clause', async (claim) => {
  expect(await verdictOf(claim)).toBe('fail')
})
