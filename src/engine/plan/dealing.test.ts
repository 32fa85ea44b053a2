// Dealing: each variant is tried by one of the operations that are asked for, by all of them in a deep run, and by one that stands alone.
import { expect, test } from 'vitest'
import { configOf } from '../setting.testing.ts'
import { type DealingConfig, dealt, spread } from './dealing.ts'
import { wholeScope } from './scope.ts'

const variants = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const every = (): boolean => true
const { contract } = configOf()
const names = [...contract.operations.keys()]

const hands = (
  config: DealingConfig,
  among: readonly string[] = names,
  allows: (effect: string) => boolean = every,
): string[][] => among.map((name) => [...dealt(variants, { name }, config, allows)])

test('each variant is tried once by all operations together, and by each of them nearly as many', () => {
  const all = hands(configOf())
  expect(all.flat().sort()).toEqual(variants)
  for (const hand of all) expect([1, 2]).toContain(hand.length)
})

test('a deep run tries all of them at every operation', () => {
  for (const hand of hands(configOf({ depth: 'deep' }))) expect(hand).toEqual(variants)
})

test('what is not asked for, not supported or not allowed is dealt nothing that others lack', () => {
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

test('it is dealt among those that share it', () => {
  const sharing = ['event-streams.create', 'event-streams.update']
  const all = sharing.map((name) =>
    dealt(variants, { name }, configOf(), every, (operation) => sharing.includes(operation.name)),
  )
  expect(all.map(({ length }) => length)).toEqual([4, 3])
  expect(all.flat().sort()).toEqual(variants)
})

test('alike places of a request share the variants, and have all of them in a deep run', () => {
  const places = [0, 1, 2].map((place) => spread(variants, place, 3, configOf()))
  expect(places.map(({ length }) => length)).toEqual([3, 2, 2])
  expect(places.flat().sort()).toEqual(variants)
  expect(spread(variants, 1, 3, configOf({ depth: 'deep' }))).toEqual(variants)
})
