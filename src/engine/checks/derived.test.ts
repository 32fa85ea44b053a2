// With few samples, each is sent.
import { expect, test } from 'vitest'
import { conformance } from '../../library/conformance.ts'

const clause = 'event-streams.update.name-type'

// With these seeds the first value is null, which an optional member may be.
test.each([3, 12])('one sample is enough to find a refused value, with seed %i', async (seed) => {
  const { clauses } = await conformance({
    depth: 'default',
    environment: {},
    seed,
    only: [clause],
    examples: 1,
  })
  expect(clauses.find(({ id }) => id === clause)?.verdict).toBe('pass')
})
