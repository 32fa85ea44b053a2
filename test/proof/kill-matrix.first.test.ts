// The kill matrix in short, first half: every check is seen to fail, by one seeded fault and as cheaply as can be.
import { expect, test } from 'vitest'
import { faultPerCheck, half, redOfNamed } from './kill-matrix.ts'

// Those of event deliveries wait for what does not come: test/release/events-reference.test.ts shows all of them.
const samples = (await faultPerCheck()).filter(({ owner }) => !owner.startsWith('any.event-'))

test.concurrent.each(half(samples, 0))('$name turns $owner red', async ({ fault, owner }) => {
  expect(await redOfNamed(fault)).toContain(owner)
})
