// What a mutant of the reference tenant has to fail: a clause of a run against it. One test for each operation, so that of a mutant
// which one operation alone reaches no other's clauses are tried.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'

const scopes = [...loadContract().operations.keys()].map((operation) => `${operation}.`)

test.each([...scopes, 'any.'])('no clause of %s fails', async (scope) => {
  const { clauses } = await conformance({ environment: {}, seed: 1, examples: 5, only: [scope] })
  const failed = clauses.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
})
