// Tests that comparisons find every mutation.
import { expect, test } from 'vitest'
import { allClaims, verdictOf } from '../proof/mutation-compared.ts'

test.concurrent.each(await allClaims())('$name: $clause', async (claim) => {
  expect(await verdictOf(claim)).toBe('fail')
})
