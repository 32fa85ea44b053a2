// Second half of a short kill matrix. It tries one fault for one check in five. The release tests try all
// faults.
import { expect, test } from 'vitest'
import { faultPerCheck, half, redOfNamed, someOf } from './kill-matrix.ts'

const samples = someOf(await faultPerCheck())

test.concurrent.each(half(samples, 1))('$name turns $owner red', async ({ fault, owner }) => {
  expect(await redOfNamed(fault)).toContain(owner)
})
