// Families of clauses. The first matching family wins, and errors name clauses without a family.
import { expect, test } from 'vitest'
import { type Clause, clauseOf } from './clause.ts'
import { type FamiliesFile, withFamilies } from './families.ts'
import { loadContract } from './load.ts'
import { Problems } from './problems.ts'

const clauses = new Map(
  [
    ['accepts', null],
    ['auth-missing', 'authentication'],
    ['auth-scope', 'authentication'],
  ].map(([name, concern]): [string, Clause] => {
    const source = { id: String(name), level: 'MUST', statement: 'It holds.' } as const
    const clause = clauseOf(source, 'loans.create', concern ?? null)
    return [clause.id, clause]
  }),
)

const sorted = (families: FamiliesFile['families'] | null) => {
  const problems = new Problems()
  const { families: told, clauses: of } = withFamilies(
    clauses,
    families === null ? null : { families },
    'schemas/families.json',
    problems,
  )
  const sortedClauses = [...of.values()].map(({ name, family }) => `${name}: ${family}`)
  try {
    problems.raise('x')
    return { told, of: sortedClauses, problem: '' }
  } catch (error) {
    return { told, of: sortedClauses, problem: String((error as Error).message) }
  }
}

test('the first family that names a clause contains it; a family without clauses is omitted', () => {
  expect(
    sorted([
      { name: 'scopes', clauses: ['auth-scope'] },
      { name: 'tokens', clauses: ['auth-*'] },
      { name: 'late', clauses: ['auth-missing'] },
      { name: 'rest', clauses: ['*'] },
    ]),
  ).toEqual({
    told: ['scopes', 'tokens', 'rest'],
    of: ['accepts: rest', 'auth-missing: tokens', 'auth-scope: scopes'],
    problem: '',
  })
})

test('without a file, the concern of a clause or the act of its operation is its family', () => {
  expect(sorted(null)).toMatchObject({
    told: ['authentication', 'create'],
    of: ['accepts: create', 'auth-missing: authentication', 'auth-scope: authentication'],
  })
})

test('unknown names and clauses without a family are reported with their location', () => {
  const { problem } = sorted([{ name: 'tokens', clauses: ['auth-missing', 'auth-scopes'] }])
  expect(problem).toContain('/families/0/clauses/1')
  expect(problem).toMatch(/there is no clause "auth-scopes": did you mean "auth-scope"/)
  expect(problem).toContain('no family contains the clause "accepts"')
})

test('every clause of the shipped contract has a family', () => {
  const { families, clauses: shipped } = loadContract()
  expect(families.length).toBeGreaterThan(6)
  for (const { id, family } of shipped.values()) expect(families, id).toContain(family)
})
