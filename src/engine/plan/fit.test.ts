// Tests the selection of clauses that fit into a number of requests.
import { expect, test } from 'vitest'
import type { Clause } from '../../contract/index.ts'
import { contract } from '../exchange.testing.ts'
import type { Costs } from './costs.ts'
import { fitted } from './fit.ts'
import { type PlannedCheck, scopeOf } from './planned-check.ts'

const clauses = [...contract.clauses.values()]
const musts = clauses.filter(({ level }) => level === 'MUST')
const [should] = clauses.filter(({ level }) => level === 'SHOULD') as [Clause]
const [first, second, third] = musts as [Clause, Clause, Clause]

const check = (clause: Clause): PlannedCheck => ({
  ...{ clause, phase: 'examples', exclusive: null },
  run: async () => {},
})

interface Given {
  readonly worth?: (clause: Clause) => number
  readonly shared?: number
  readonly mustFirst?: boolean
}

const left = (
  requestsMax: number,
  of: ReadonlyMap<Clause, number>,
  { worth = () => 0, shared = 0, mustFirst = true }: Given = {},
): readonly (readonly [string, number])[] => {
  const checks = [...of.keys()].map(check)
  const byScope = new Map([...of].map(([clause, cost]) => [scopeOf(check(clause)), cost]))
  const costs: Costs = {
    of: (scope) => (scope === 'fixture shared' ? shared : (byScope.get(scope) ?? 0)),
    needs: (scope) => (shared > 0 && scope !== 'fixture shared' ? ['fixture shared'] : []),
  }
  const finds = (clause: Clause): readonly number[] => ofItsOwn(clause, worth(clause))
  return [...fitted(checks, { requestsMax, costs, finds, mustFirst, scopeOf }).left]
}

/** Returns faults that no other clause finds. */
const ofItsOwn = (clause: Clause, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => 1000 * (1 + clauses.indexOf(clause)) + index)

test('if all clauses fit, none is excluded', () => {
  expect(
    left(
      30,
      new Map([
        [first, 10],
        [second, 20],
      ]),
    ),
  ).toEqual([])
})

test('MUST clauses come first, even if other clauses find more', () => {
  const of = new Map([
    [should, 1],
    [first, 10],
  ])
  expect(left(10, of, { worth: (clause) => (clause === should ? 100 : 0) })).toEqual([[should.id, 1]])
})

test('without regard to levels, the clauses that find most come first', () => {
  const of = new Map([
    [should, 1],
    [first, 10],
  ])
  const worth = (clause: Clause): number => (clause === should ? 100 : 0)
  expect(left(10, of, { worth, mustFirst: false })).toEqual([[first.id, 10]])
})

test('within a level, the clauses that find most for each request come first', () => {
  const of = new Map([
    [first, 10],
    [second, 10],
    [third, 1],
  ])
  const worth = (clause: Clause): number => (clause === second ? 9 : clause === third ? 2 : 5)
  expect(left(11, of, { worth })).toEqual([[first.id, 10]])
})

test('the cost of a fixture of two clauses counts once', () => {
  const of = new Map([
    [first, 5],
    [second, 5],
  ])
  expect(left(30, of, { shared: 20 })).toEqual([])
  expect(left(29, of, { shared: 20 })).toEqual([[second.id, 5]])
  expect(left(24, of, { shared: 20 })).toEqual([
    [first.id, 25],
    [second.id, 25],
  ])
})

test('selected clauses are listed in the order of their value', () => {
  const costs: Costs = { of: (scope) => (scope.startsWith(second.id) ? 1 : 10), needs: () => [] }
  const { fitting } = fitted([should, first, second].map(check), {
    ...{
      requestsMax: Number.POSITIVE_INFINITY,
      costs,
      finds: (clause) => ofItsOwn(clause, 1),
      mustFirst: true,
      scopeOf,
    },
  })
  expect(fitting).toEqual([second, first, should])
})

test('if no clause fits, all are excluded', () => {
  expect(left(0, new Map([[first, 1]]))).toEqual([[first.id, 1]])
  expect(left(-5, new Map([[first, 1]]))).toHaveLength(1)
})

test('a fault that another clause also finds is worth less than a new kind', () => {
  const finds = (clause: Clause): readonly number[] =>
    clause === first ? [1, 2, 3] : clause === second ? [1, 2, 4] : [5, 6]
  const costs: Costs = { of: () => 1, needs: () => [] }
  const { fitting } = fitted([first, second, third].map(check), {
    ...{ requestsMax: 2, costs, finds, mustFirst: true, scopeOf },
  })
  expect(fitting).toEqual([first, third])
})

test('clauses with the same fixtures are valued together', () => {
  const checks = [first, second, third].map(check)
  const costs: Costs = {
    of: (scope) => (scope === 'fixture shared' ? 10 : scope.startsWith(third.id) ? 5 : 0),
    needs: (scope) => (scope === 'fixture shared' || scope.startsWith(third.id) ? [] : ['fixture shared']),
  }
  const finds = (clause: Clause): readonly number[] => ofItsOwn(clause, clause === third ? 3 : 4)
  const { fitting, left } = fitted(checks, {
    ...{ requestsMax: 10, costs, finds },
    mustFirst: false,
    scopeOf,
  })
  expect(fitting).toEqual([first, second])
  expect([...left]).toEqual([[third.id, 5]])
})
