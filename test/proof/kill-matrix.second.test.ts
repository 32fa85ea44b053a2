// Second half of a short kill matrix: one fault for one check in five. The gate tries all faults.
import { expect, test } from 'vitest'
import { faultPerCheck, half, redOfNamed, someOf } from './kill-matrix.ts'

const samples = someOf(await faultPerCheck())

test.concurrent.each(half(samples, 1))('$name turns $owner red', async ({ fault, owner }) => {
  expect(await redOfNamed(fault)).toContain(owner)
})
