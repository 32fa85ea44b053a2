// A run for mutation testing, with one test for each operation. For each mutant, the run must find a clause
// that fails.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, startTenant } from '../../src/index.ts'

// Loads the tenant before the tests. Stryker then assigns the code that runs during loading to all tests.
await (await startTenant()).close()

const scopes = [...loadContract().operations.keys()].map((operation) => `${operation}.`)

// The verdicts that count as passed. A clause without a verdict has not passed.
const well: readonly string[] = ['pass', 'not-applicable']

test.each([...scopes, 'any.'])('all clauses of %s pass', async (scope) => {
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
  // Writes all clauses on one line, because the script that calculates the score reads lines.
  expect(told, told.sort().join(' | ')).toEqual([])
})
