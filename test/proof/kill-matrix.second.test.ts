// The kill matrix, second half: for every clause a seeded fault turns that clause red, and no clause that it does not name.
import { expect, test } from 'vitest'
import { faultPerClause, kill } from './kill-matrix.ts'

test.concurrent.each(await faultPerClause(1, 2))(
  '$name turns $owner red',
  async ({ fault, owner, alone }) => {
    const { red, strangers } = await kill(fault)
    expect(red).toContain(owner)
    if (alone) expect(strangers).toEqual([])
  },
)
