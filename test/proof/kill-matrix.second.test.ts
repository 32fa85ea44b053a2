// The kill matrix, second half: for every clause a seeded fault turns that clause red, and no clause that it does not name.
import { expect, test } from 'vitest'
import { faultPerClause, kill } from './kill-matrix.ts'

// Few random samples: the clauses that need many have faults that a telling value shows.
const examples = 4

test.concurrent.each(await faultPerClause(1, 2))('$name turns $clauses.0 red', async (fault) => {
  const { red, strangers } = await kill(fault, examples)
  expect(red).toContain(fault.clauses[0])
  expect(strangers).toEqual([])
})
