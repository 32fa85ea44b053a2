// Tests that a run with few samples sends at least one invalid value.
import { expect, test } from 'vitest'
import { conformance } from '../../library/conformance.ts'

const clause = 'event-streams.update.name-type'

// With these seeds, the first drawn value is null. A tenant may accept null for an optional member.
test.each([3, 12])('with one sample and seed %i, the tenant refuses a value', async (seed) => {
  const { clauses } = await conformance({
    depth: 'default',
    environment: {},
    seed,
    only: [clause],
    examples: 1,
  })
  expect(clauses.find(({ id }) => id === clause)?.verdict).toBe('pass')
})
