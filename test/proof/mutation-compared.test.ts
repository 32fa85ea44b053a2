// What a comparison is said to tell is told, one mutation of each reason: the clause that is named fails.
import { expect, test } from 'vitest'
import { allClaims, onePerReason, verdictOf } from './mutation-compared.ts'

// All of them: test/release/mutation-compared.test.ts.
test.concurrent.each(onePerReason(await allClaims()))('$name: $clause', async (claim) => {
  expect(await verdictOf(claim)).toBe('fail')
})
