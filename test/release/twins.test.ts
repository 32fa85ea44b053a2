// Twins: conforming tenants that differ in one way wherever the specification is silent get no failure.
import { describe, expect, test } from 'vitest'
import { failures, twins } from '../proof/twins.ts'

describe.concurrent('twins', () => {
  test.each(Object.entries(twins))('%s', { timeout: 90_000 }, async (_, variation) => {
    expect(await failures(variation)).toEqual([])
  })
})
