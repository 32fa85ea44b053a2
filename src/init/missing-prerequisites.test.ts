// Tests the list of missing prerequisites: no clause counts twice.
import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { question } from '../diagnostics/finding.ts'
import { clauseIdsWithout, type Measurable } from '../diagnostics/unlocks.ts'
import { missingText } from './missing-prerequisites.ts'

const config: Measurable = {
  contract: loadContract(),
  profile: { name: 'a' },
  writes: 'reversible',
}
const missing = (id: string, thing: string) =>
  question(id, 'Is it there?').warning(`${thing} is not given`, 'Give it.', {
    unlocks: clauseIdsWithout(config, thing)?.length ?? null,
  })
const counts = (text: string): readonly number[] =>
  [...text.matchAll(/^ +(\d+) {2}/gm)].map(([, n]) => Number(n))

test('a clause that lacks two prerequisites counts once, at the first of them', () => {
  const [writes, limited] = [missing('writes', 'writes.reversible'), missing('supply.limited', 'limited')]
  const text = missingText([limited, writes], config, 100)
  const all = new Set(
    ['writes.reversible', 'limited'].flatMap((thing) => clauseIdsWithout(config, thing) ?? []),
  )
  const [first = 0, second = 0] = counts(text)
  expect(first).toBe(writes.unlocks)
  // The deletion of rate limit policies needs both prerequisites.
  expect(second).toBe((limited.unlocks ?? 0) - 1)
  expect(first + second).toBe(all.size)
  expect(text).toContain('A clause that lacks several prerequisites counts only for the first of them:\n')
})

test('two prerequisites of the same clauses show that the second one adds none', () => {
  const things = ['fixture.triggerEvent', 'receiver'].map((thing) => missing(thing, thing))
  expect(counts(missingText(things, config, 100))).toEqual([things[0]?.unlocks, 0])
})

test('without missing prerequisites the text is empty', () => {
  expect(missingText([question('writes', 'a').ok('b')], config, 100)).toBe('')
})
