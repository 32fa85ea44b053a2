// What a mutant of the reference tenant must not get: a run in which every clause is well. One test for each operation, so that of a
// mutant which one operation alone reaches no other's clauses are tried.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, startTenant } from '../../src/index.ts'

// Its modules are loaded before any test, so that what runs while they are is tried by all tests.
await (await startTenant()).close()

const scopes = [...loadContract().operations.keys()].map((operation) => `${operation}.`)

// A clause that is left open is no pass either: such a run ends with 3, and the gate stays shut.
const well: readonly string[] = ['pass', 'not-applicable']

test.each([...scopes, 'any.'])('all clauses of %s are well', async (scope) => {
  const { clauses } = await conformance({
    depth: 'default',
    environment: {},
    seed: 1,
    examples: 5,
    only: [scope],
  })
  const found = clauses.filter(
    ({ id, verdict }) => verdict === 'fail' || (id.startsWith(scope) && !well.includes(verdict)),
  )
  const told = found.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)
  // In one line, from which the score tells those that fail a clause from those that leave one open.
  expect(told, told.sort().join(' | ')).toEqual([])
})
