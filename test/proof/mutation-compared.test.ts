// Comparisons catch mutations: one of each reason.
// @module-tag whole
import { expect, test } from 'vitest'
import { allClaims, onePerReason, verdictOf } from './mutation-compared.ts'

// All: test/release/mutation-compared.test.ts.
test.concurrent.each(onePerReason(await allClaims()))('$name: $clause', async (claim) => {
  expect(await verdictOf(claim)).toBe('fail')
})
