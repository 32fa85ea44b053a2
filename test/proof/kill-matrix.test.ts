// A short kill matrix: for every tenth check, it tries one fault. The release tests try all faults.
import { expect, test } from 'vitest'
import { faultPerCheck, redOfNamed, someOf } from './kill-matrix.ts'

const samples = someOf(await faultPerCheck())

test.concurrent.each(samples)('$name turns $owner red', async ({ fault, owner }) => {
  expect(await redOfNamed(fault)).toContain(owner)
})
