// Conforming variants: tenants that differ in many ways at once wherever the specification is silent get no failure.
import { describe, expect, test } from 'vitest'
import { combined, failures, variants } from './variants.ts'

/** All variants in as few groups as can be: two that differ in the same are not together. */
function together(): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const [name, variant] of Object.entries(variants)) {
    const fits = groups.find(
      (group) => !Object.keys(combined(group)).some((key) => key !== 'departs' && key in variant),
    )
    if (fits === undefined) groups.push([name])
    else fits.push(name)
  }
  return groups
}

const groupsTried = 3

// Each by itself, and in combinations drawn at random: test/release/variants.test.ts.
describe.concurrent('conforming variants', () => {
  // The first groups hold the most of them.
  test.each(
    together()
      .slice(0, groupsTried)
      .map((names) => ({ names })),
  )('together: $names', async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
