// Twins: conforming tenants that differ in many ways at once wherever the specification is silent get no failure.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failures, type Twin, twins } from './twins.ts'

const combined = (names: readonly string[]): Twin => Object.assign({}, ...names.map((name) => twins[name]))

/** All twins in as few groups as can be: two that differ in the same are not together. */
function together(): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const [name, twin] of Object.entries(twins)) {
    const fits = groups.find((group) => !Object.keys(combined(group)).some((key) => key in twin))
    if (fits === undefined) groups.push([name])
    else fits.push(name)
  }
  return groups
}

// Each by itself: test/release/twins.test.ts.
describe.concurrent('twins', () => {
  test.each(together().map((names) => ({ names })))(
    'together: $names',
    { timeout: 90_000 },
    async ({ names }) => {
      expect(await failures(combined(names))).toEqual([])
    },
  )

  // Combinations, the same in every run so that a red one stays red; another seed is a line away.
  const drawn = fc.sample(fc.subarray(Object.keys(twins), { minLength: 4, maxLength: 12 }), {
    seed: 20,
    numRuns: 6,
  })
  test.each(drawn.map((names) => ({ names })))('combined: $names', { timeout: 90_000 }, async ({ names }) => {
    expect(await failures(combined(names))).toEqual([])
  })
})
