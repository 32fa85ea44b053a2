// Tests that cases are distributed among the selected operations.
import { describe, expect, test } from 'vitest'
import { configOf } from '../setting.testing.ts'
import {
  type CasesOf,
  casesFor,
  type DistributionConfig,
  distribute,
  distributionBeyond,
  spread,
} from './case-distribution.ts'
import { wholeScope } from './scope.ts'

const variants = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const every = (): boolean => true
const { contract } = configOf()
const names = [...contract.operations.keys()]

const hands = (
  config: DistributionConfig,
  among: readonly string[] = names,
  allows: (effect: string) => boolean = every,
): string[][] => among.map((name) => [...distribute(variants, { name }, config, allows)])

test('all operations together try each variant once, and each operation nearly the same number', () => {
  const all = hands(configOf())
  expect(all.flat().sort()).toEqual(variants)
  for (const hand of all) expect([1, 2]).toContain(hand.length)
})

test('a deep run tries all variants at every operation', () => {
  for (const hand of hands(configOf({ depth: 'deep' }))) expect(hand).toEqual(variants)
})

test('between the default and a deep run, several operations try each variant, never fewer than with less depth', () => {
  const at = (depth: DistributionConfig['depth']) => hands(configOf({ depth }))
  const [least, some, more, all] = [at('default'), at('20%'), at('40%'), at('50%')]
  const count = (dealing: string[][]): number => dealing.flat().length
  expect(count(least)).toBeLessThan(count(some))
  expect(count(some)).toBeLessThan(count(more))
  expect(all).toEqual(at('deep'))
  for (const [fewer, others] of [
    [least, some],
    [some, more],
  ] as const)
    for (const [index, hand] of fewer.entries()) expect(others[index]).toEqual(expect.arrayContaining(hand))
  const places = [0, 1, 2].map((place) => spread(variants, place, 3, configOf({ depth: '25%' })))
  expect(places.map(({ length }) => length)).toEqual([5, 5, 4])
})

test('an operation that is not selected, not supported or not allowed takes no cases from other operations', () => {
  const [first = '', second = '', ...others] = names
  const only = { ...wholeScope, only: [first] }
  expect(hands(configOf({ scope: only }), [first])).toEqual([variants])
  const two = { ...wholeScope, only: [first, second] }
  expect(
    hands(configOf({ scope: two }), [first, second])
      .flat()
      .sort(),
  ).toEqual(variants)
  const lacking = { name: 'test', operations: { [first]: { supported: false } } }
  expect(
    hands(configOf({ profile: lacking }), [second, ...others])
      .flat()
      .sort(),
  ).toEqual(variants)
  const reads = hands(configOf(), ['custom-signing-keys.get'], (effect) => effect === 'none')
  expect(reads).toEqual([variants])
})

test('a case is distributed among the operations that share it', () => {
  const sharing = ['event-streams.create', 'event-streams.update']
  const all = sharing.map((name) =>
    distribute(variants, { name }, configOf(), every, (operation) => sharing.includes(operation.name)),
  )
  expect(all.map(({ length }) => length)).toEqual([4, 3])
  expect(all.flat().sort()).toEqual(variants)
})

test('similar locations of a request share the variants, and each gets all variants in a deep run', () => {
  const places = [0, 1, 2].map((place) => spread(variants, place, 3, configOf()))
  expect(places.map(({ length }) => length)).toEqual([3, 2, 2])
  expect(places.flat().sort()).toEqual(variants)
  expect(spread(variants, 1, 3, configOf({ depth: 'deep' }))).toEqual(variants)
})

test('an operation that does not share a case tries it only if no other operation does', () => {
  const isChange = (operation: { readonly act: string }): boolean => operation.act === 'update'
  const creation = (config: DistributionConfig) =>
    distribute(variants, { name: 'event-streams.create' }, config, every, isChange)
  expect(creation(configOf())).toEqual([])
  expect(creation(configOf({ scope: { ...wholeScope, only: ['event-streams.create'] } }))).toEqual(variants)
})

test('the fewer operations are selected, the more cases each gets beyond its share', () => {
  const beyond = (only: readonly string[]): number =>
    distributionBeyond(configOf({ scope: { ...wholeScope, only } }))
  expect([beyond([]), beyond(names), beyond(names.slice(0, 3)), beyond(names.slice(0, 1))]).toEqual([
    0, 0, 0.5, 1,
  ])
  expect(distributionBeyond(configOf({ depth: 'deep' }))).toBe(1)
})

describe('operations that share cases', () => {
  const tried = (id: string, of: CasesOf, config = configOf()): readonly string[] => {
    const clause = contract.clauses.get(id)
    if (clause === undefined) throw new Error(id)
    return casesFor(variants, of, clause, config, every)
  }

  test('further cases are only for deep runs', () => {
    const id = 'event-streams.update.accepts'
    expect(tried(id, 'further')).toEqual([])
    expect(tried(id, 'further', configOf({ depth: 'deep' }))).toEqual(variants)
  })

  test.each<[of: CasesOf, name: string, operations: readonly string[]]>([
    ['any', 'auth-kid', names],
    ['id', 'auth-kid', ['event-streams.update', 'rate-limit-policies.delete']],
    ['body', 'auth-kid', ['event-streams.create', 'event-streams.update', 'phone-templates.update']],
    ['change', 'auth-kid', ['event-streams.update', 'phone-templates.update']],
    ['resource', 'text-exact', ['event-streams.create', 'event-streams.update']],
    ['body of the resource', 'text-exact', ['event-streams.create', 'event-streams.update']],
    ['clause', 'name-type', ['event-streams.create', 'event-streams.update']],
    [
      'clause of any resource',
      'body-object',
      ['event-streams.create', 'event-streams.update', 'phone-templates.update'],
    ],
  ])('one operation that shares %s gets each case', (of, name, operations) => {
    const all = operations.map((operation) => tried(`${operation}.${name}`, of))
    expect(all.flat().sort()).toEqual(variants)
    for (const share of all) expect(share.length).toBeLessThan(variants.length)
  })
})
