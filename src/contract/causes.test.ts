// Chains of causes: the positions of clauses in a chain, and errors in chains.
import { expect, test } from 'vitest'
import { type CausesFile, checkChains, withChains } from './causes.ts'
import { type Clause, clauseOf } from './clause.ts'
import { loadContract } from './load.ts'
import { Problems } from './problems.ts'

const clauses = new Map(
  ['loans.create', 'loans.update', 'books.read', 'any'].flatMap((operation) =>
    ['accepts', 'stored', 'sequence'].map((name): [string, Clause] => {
      const clause = clauseOf({ id: name, level: 'MUST', statement: 'It holds.' }, operation, null)
      return [clause.id, clause]
    }),
  ),
)

const placed = (
  chains: CausesFile['chains'],
): { readonly told: string; readonly of: Map<string, Clause> } => {
  const problems = new Problems()
  checkChains(clauses, { chains }, 'schemas/causes.json', problems)
  const of = withChains(clauses, { chains })
  try {
    problems.raise('x')
    return { told: '', of }
  } catch (error) {
    return { told: String((error as Error).message), of }
  }
}

test('a chain orders the clauses of an operation, or of all operations of a resource', () => {
  const { of, told } = placed([
    { name: 'a', of: 'operation', clauses: ['accepts', ['stored', 'sequence']] },
    { name: 'b', of: 'resource', clauses: ['accepts', 'sequence'] },
  ])
  expect(told).toBe('')
  expect(of.get('loans.create.sequence')?.chains).toEqual({ 'loans.create: a': 1, 'loans: b': 1 })
  expect(of.get('loans.update.stored')?.chains).toEqual({ 'loans.update: a': 1 })
  expect(of.get('any.accepts')?.chains).toEqual({ 'any: a': 0, 'any: b': 0 })
})

test.each<[string, CausesFile['chains'][number]['clauses'][], string]>([
  ['that does not exist', [['accepts', 'storred']], 'there is no clause "storred": did you mean "stored"?'],
  ['twice in a chain', [['accepts', 'stored', 'accepts']], '"accepts" occurs twice in the chain'],
  [
    'in two orders',
    [
      ['accepts', 'stored'],
      ['stored', 'accepts'],
    ],
    '"accepts" comes after "stored" here, but before "stored" in the chain "chain 0"',
  ],
])('reports a clause %s, with its location', (_, lists, message) => {
  const { told } = placed(
    lists.map((list, index) => ({ name: `chain ${index}`, of: 'operation', clauses: list })),
  )
  expect(told).toContain('schemas/causes.json at /chains/')
  expect(told).toContain(message)
})

test('the shipped chains name only shipped clauses, and contain most of them', () => {
  const { clauses: all } = loadContract(undefined, { trusted: false })
  const own = [...all.values()].filter(({ chains }) => chains !== undefined)
  expect(own.length).toBeGreaterThan(all.size / 2)
})
