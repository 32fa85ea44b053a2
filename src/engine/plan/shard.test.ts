// Tests that every clause is in one shard, and that all shards have about the same work.
import { describe, expect, test } from 'vitest'
import { contract } from '../exchange.testing.ts'
import { configOf } from '../setting.testing.ts'
import { type Costs, equalCosts } from './costs.ts'
import { costsFor } from './measured-costs.ts'
import { planRun } from './plan.ts'
import { planChecks, scopeOf } from './planned-check.ts'
import type { Shard } from './scope.ts'
import { divided, partOf } from './shard.ts'
import { loadSuites } from './suite-files.ts'

const planned = planChecks(contract, await loadSuites(contract))
const clauses = [...contract.clauses.values()]
const costs = costsFor(configOf(), new Map())

const parts = (count: number, by: Costs = costs): readonly ReadonlySet<string>[] =>
  divided(count, clauses, planned, by, scopeOf)

describe.each([
  ['by what was counted', costs],
  ['where nothing was counted', equalCosts],
])('%s', (_, by) => {
  test.each([1, 2, 3, 7, 50])('with %i shards, each clause is in exactly one', (count) => {
    const all = parts(count, by).flatMap((one) => [...one])
    expect(all).toHaveLength(clauses.length)
    expect(new Set(all)).toEqual(new Set(clauses.map(({ id }) => id)))
  })

  test.each([2, 3, 7, 50])(
    'with %i shards, one has all tenant-wide clauses, and one all deliveries',
    (count) => {
      const holders = (ids: readonly string[]): number =>
        parts(count, by).filter((one) => ids.some((id) => one.has(id))).length
      const idsOf = (...keys: readonly string[]): readonly string[] =>
        planned.filter(({ exclusive }) => keys.includes(exclusive ?? '')).map(({ clause }) => clause.id)
      const delivering = planned
        .filter((check) => check.delivering && check.exclusive === null)
        .map(({ clause }) => clause.id)
      expect(idsOf('phone-templates')).toContain('phone-templates.update.accepts')
      expect(idsOf('phone-templates')).toContain('any.scheme-case')
      expect(idsOf('rate-limit-policies')).toContain('rate-limit-policies.delete.accepts')
      expect(idsOf('phone-templates')).toContain('any.rate-limit-status')
      for (const key of ['phone-templates', 'rate-limit-policies']) expect(holders(idsOf(key))).toBe(1)
      expect(delivering.length).toBeGreaterThan(3)
      expect(holders(delivering)).toBe(1)
    },
  )
})

test('if the fixtures of checks are unknown, all exclusive checks are in one shard', () => {
  const exclusive = planned.filter((check) => check.exclusive !== null).map(({ clause }) => clause.id)
  expect(parts(7, equalCosts).filter((one) => exclusive.some((id) => one.has(id)))).toHaveLength(1)
})

test('there can be as many shards as clauses, and no more', () => {
  const { length } = clauses
  expect(new Set(parts(length).flatMap((one) => [...one])).size).toBe(length)
  const part = (index: number, count: number) => partOf({ index, count }, clauses, planned, costs, scopeOf)
  expect(part(length, length)).toEqual(parts(length).at(-1))
  expect(() => part(1, length + 1)).toThrow(`use ${length} shards at most`)
  expect(() => partOf({ index: 1, count: 2 }, clauses.slice(0, 1), planned, costs, scopeOf)).toThrow(
    '1 is selected, so use 1 shard at most',
  )
})

test('the division is deterministic', () => {
  expect(parts(5)).toEqual(parts(5))
})

test('cheap clauses are apart from expensive ones, and clauses with the same fixtures are together', () => {
  const [first, second, third] = clauses.filter(({ operation }) => operation === 'event-streams.create')
  const three = [first, second, third].flatMap((clause) => clause ?? [])
  const checks = three.map((clause) => ({
    ...{ clause, phase: 'examples' as const, exclusive: null },
    run: async () => {},
  }))
  const by = (of: Readonly<Record<string, number>>, needs: Costs['needs'] = () => []): readonly string[][] =>
    divided(2, three, checks, { of: (scope) => of[scope] ?? 0, needs }, scopeOf).map((ids) =>
      [...ids].map((id) => String(three.findIndex((clause) => clause.id === id))),
    )
  const [a, b, c] = checks.map(scopeOf) as [string, string, string]
  expect(by({ [a]: 10, [b]: 3, [c]: 4 })).toEqual([['0'], ['2', '1']])
  const shared = (scope: string): readonly string[] => (scope === b ? [] : ['fixture dear'])
  expect(by({ [a]: 1, [b]: 25, [c]: 2, 'fixture dear': 20 }, shared)).toEqual([['1'], ['2', '0']])
})

test('two or three shards send about the same number of requests', async () => {
  for (const count of [2, 3]) {
    const requests = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const shard: Shard = { index: index + 1, count }
        return (await planRun({ ...configOf(), shard })).expected.requests
      }),
    )
    // The number 300 stands for the requests that provoke a 429. Only one shard sends them.
    expect(Math.max(...requests) - 300).toBeLessThan(1.2 * Math.min(...requests))
  }
})
