// A run for mutation testing: no mutant may have all clauses well. One test for each operation.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, startTenant } from '../../src/index.ts'

// All tests then count what runs while modules load.
await (await startTenant()).close()

const scopes = [...loadContract().operations.keys()].map((operation) => `${operation}.`)

// An open clause is no pass.
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
  // In one line, which the score reads.
  expect(told, told.sort().join(' | ')).toEqual([])
})
