// Second half of a short kill matrix: for every fifth check, it tries one fault. The release tests try all
// faults.
import { expect, test } from 'vitest'
import { faultPerCheck, half, redOfNamed, someOf } from './kill-matrix.ts'

const samples = someOf(await faultPerCheck())

test.concurrent.each(half(samples, 1))('$name turns $owner red', async ({ fault, owner }) => {
  expect(await redOfNamed(fault)).toContain(owner)
})
