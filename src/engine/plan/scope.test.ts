// Tests which clauses each option excludes.
import { expect, test } from 'vitest'
import { clauseNamed, contract } from '../exchange.testing.ts'
import { isMeant, leftOutBy, type Scope, wholeScope } from './scope.ts'

test.each<[string, string, boolean]>([
  ['a.b', 'a.b', true],
  ['a.bc', 'a.b', true],
  ['x.a.b', 'a.b', false],
  ['any.event-delivered', 'any.event-*', true],
  ['any.event-delivered', '*.event-delivered', true],
  ['any.event-delivered', '*.event', false],
  ['any.event-delivered', 'any.*-delivered', true],
  ['anyXevent', 'any.*', false],
])('%s by %s: %s', (id, pattern, meant) => {
  expect(isMeant(id, pattern)).toBe(meant)
})

const inScope = (scope: Partial<Scope>): readonly string[] =>
  [...contract.clauses.values()]
    .filter((clause) => leftOutBy(clause, { ...wholeScope, ...scope }) === null)
    .map(({ id }) => id)

test('without options every clause is in the scope', () => {
  expect(inScope({})).toHaveLength(contract.clauses.size)
})

test.each<[Partial<Scope>, string]>([
  [{ only: ['event-streams.create.'] }, '--only event-streams.create.'],
  [{ skip: ['any.*', 'event-streams.update.*'] }, '--skip event-streams.update.*'],
  [{ level: 'SHOULD' }, '--level SHOULD'],
  [{ parts: ['9'] }, '--part 9'],
  [{ operations: ['event-streams.create'] }, '--operation event-streams.create'],
  [{ tags: ['authentication'] }, '--tag authentication'],
])('%j excludes a clause and names its own option', (scope, by) => {
  expect(leftOutBy(clauseNamed('event-streams.update.name-changes'), { ...wholeScope, ...scope })).toBe(by)
})

test('several options together select only clauses that each of them selects', () => {
  const musts = inScope({ operations: ['event-streams.create'], level: 'MUST', tags: ['authentication'] })
  expect(musts.length).toBeGreaterThan(3)
  for (const id of musts) expect(id).toMatch(/^event-streams\.create\.auth-/)
})

test('a part includes its subparts, but not parts that only begin with the same characters', () => {
  const parts = new Set(inScope({ parts: ['4'] }).map((id) => clauseNamed(id).part))
  expect(parts.size).toBeGreaterThan(1)
  for (const part of parts) expect(part).toMatch(/^4(\.|$)/)
})
