// Tests a sample of wrong members. The file test/release/spoilt-members.test.ts tests all of them.
// @module-tag whole
import { expect, test } from 'vitest'
import { spoiltMembers, wrongPasses } from './spoilt-members.ts'

const sample = spoiltMembers.filter(({ pointer, spoiling }) =>
  ['/name removed', '/status constant', '/enrollment_message null'].includes(`${pointer} ${spoiling}`),
)

test.concurrent.each(sample)('$resource $pointer $spoiling', { timeout: 120_000 }, async (member) => {
  expect(await wrongPasses(member)).toEqual([])
})

test('spoils every member of every response in every way that makes it wrong', () => {
  expect(sample).toHaveLength(3)
  expect(new Set(spoiltMembers.map(({ resource }) => resource)).size).toBe(3)
  expect(new Set(spoiltMembers.map(({ pointer }) => pointer)).size).toBeGreaterThan(30)
})
