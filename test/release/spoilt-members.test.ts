// Tests that no clause passes with a wrong member. Tries one member in eight, or all members with
// PROOF=whole.
import { expect, test } from 'vitest'
import { partOf } from '../proof/part.ts'
import { spoiltMembers, wrongPasses } from '../proof/spoilt-members.ts'

const everyNth = 8

test.concurrent.each(partOf(spoiltMembers, everyNth))(
  '$resource $pointer $spoiling',
  { timeout: 120_000 },
  async (member) => {
    expect(await wrongPasses(member)).toEqual([])
  },
)
