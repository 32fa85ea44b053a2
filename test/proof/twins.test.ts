// Twins: conforming tenants that differ in many ways at once wherever the specification is silent get no failure.
import { describe, expect, test } from 'vitest'
import { combined, failures, twins } from './twins.ts'

/** All twins in as few groups as can be: two that differ in the same are not together. */
function together(): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const [name, twin] of Object.entries(twins)) {
    const fits = groups.find(
      (group) => !Object.keys(combined(group)).some((key) => key !== 'departs' && key in twin),
    )
    if (fits === undefined) groups.push([name])
    else fits.push(name)
  }
  return groups
}

const groupsTried = 3

// Each by itself, and in combinations drawn at random: test/release/twins.test.ts.
describe.concurrent('twins', () => {
  // The first groups hold the most of them.
  test.each(
    together()
      .slice(0, groupsTried)
      .map((names) => ({ names })),
  )('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
