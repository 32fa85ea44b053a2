// Nothing passes on a member that says nothing true: removed, null, of another type, constant, or another's.
import { expect, test } from 'vitest'
import { spoiltMembers, wrongPasses } from '../proof/spoilt-members.ts'

test.concurrent.each(spoiltMembers)('$resource $pointer $spoiling', { timeout: 120_000 }, async (member) => {
  expect(await wrongPasses(member)).toEqual([])
})
