// Causes of failures: the one that leads, what follows from it, and that nothing is lost whatever the chains say.
import { expect, test } from 'vitest'
import { causesOf } from './causes.ts'

type Failed = Parameters<typeof causesOf>[0][number]

const clause = (
  id: string,
  chains: Readonly<Record<string, number>> = {},
  { verdict = 'fail', part = '2.4' }: Partial<Pick<Failed, 'verdict' | 'part'>> = {},
): Failed => ({ id, operation: id.slice(0, id.lastIndexOf('.')), part, verdict, chains })

test('of the failures of a chain the first leads, and the others follow', () => {
  const causes = causesOf([
    clause('loans.update.sequence', { shown: 9 }),
    clause('loans.update.stored', { shown: 2 }),
    clause('loans.update.empty', { shown: 5 }),
    clause('loans.update.accepts', { shown: 0 }, { verdict: 'pass' }),
  ])
  expect(causes.leadOf('loans.update.stored')).toBeNull()
  expect(causes.leadOf('loans.update.empty')).toBe('loans.update.stored')
  expect(causes.leadOf('loans.update.sequence')).toBe('loans.update.stored')
  expect(causes.followersOf('loans.update.stored')).toEqual(['loans.update.sequence', 'loans.update.empty'])
  expect(causes.followersOf('loans.update.empty')).toEqual([])
})

test('what stands at one place, or in other chains, explains none of each other', () => {
  const causes = causesOf([
    clause('loans.update.name', { shown: 2 }),
    clause('loans.update.state', { shown: 2 }),
    clause('loans.update.token', { tokens: 1 }),
    clause('loans.update.free'),
  ])
  for (const name of ['name', 'state', 'token', 'free'])
    expect(causes.leadOf(`loans.update.${name}`)).toBeNull()
})

test('a cause of a cause leads', () => {
  const causes = causesOf([
    clause('loans.update.late', { second: 2 }),
    clause('loans.update.middle', { first: 2, second: 1 }),
    clause('loans.update.early', { first: 1 }),
  ])
  expect(causes.leadOf('loans.update.late')).toBe('loans.update.early')
  expect(causes.followersOf('loans.update.early')).toEqual(['loans.update.late', 'loans.update.middle'])
})

test('the same requirement of another operation follows from the first', () => {
  const causes = causesOf([clause('books.read.token'), clause('loans.create.token'), clause('any.token')])
  expect(causes.leadOf('books.read.token')).toBeNull()
  expect(causes.leadOf('loans.create.token')).toBe('books.read.token')
})

test('what a profile declares follows from what fails of its operation', () => {
  const declared = clause('loans.create.statuses', {}, { part: 'profile' })
  expect(causesOf([declared, clause('loans.create.type')]).leadOf(declared.id)).toBe('loans.create.type')
  expect(causesOf([declared, clause('loans.update.type')]).leadOf(declared.id)).toBeNull()
})

test('of what would explain each other one leads still', () => {
  const all = [clause('loans.update.one', { a: 1, b: 2 }), clause('loans.update.two', { a: 2, b: 1 })]
  const causes = causesOf(all)
  expect(all.filter(({ id }) => causes.leadOf(id) === null)).toHaveLength(1)
})

test('every failure leads or follows from one that leads, and what did not fail does neither', () => {
  const all = Array.from({ length: 40 }, (_, index) =>
    clause(
      `loans.op${index % 3}.c${index % 7}${index}`,
      { [`chain ${index % 4}`]: (index * 7) % 11 },
      { verdict: index % 5 === 0 ? 'pass' : 'fail' },
    ),
  )
  const causes = causesOf(all)
  for (const { id, verdict } of all) {
    const lead = causes.leadOf(id)
    if (verdict === 'pass') expect([lead, causes.followersOf(id)]).toEqual([null, []])
    if (lead === null) continue
    expect(causes.leadOf(lead)).toBeNull()
    expect(causes.followersOf(lead)).toContain(id)
  }
})
