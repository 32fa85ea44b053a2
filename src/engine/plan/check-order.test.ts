// Tests the order of checks: listed, shuffled or given.
import { expect, test } from 'vitest'
import { inOrder } from './check-order.ts'

const items = Array.from({ length: 12 }, (_, index) => ({ name: `check ${index}` }))
const nameOf = ({ name }: { readonly name: string }): string => name

test('`listed` keeps the order', () => {
  expect(inOrder(items, 'listed', 1, nameOf)).toEqual(items)
})

test('`shuffled` contains every item once, in an order that depends only on the seed', () => {
  const shuffled = inOrder(items, 'shuffled', 7, nameOf)
  expect(shuffled).not.toEqual(items)
  expect(shuffled).toHaveLength(items.length)
  expect(new Set(shuffled)).toEqual(new Set(items))
  expect(inOrder(items, 'shuffled', 7, nameOf)).toEqual(shuffled)
  expect(inOrder(items, 'shuffled', 8, nameOf)).not.toEqual(shuffled)
  expect(inOrder([], 'shuffled', 7, nameOf)).toEqual([])
})

test('a given order is kept; unnamed checks come last, in listed order', () => {
  const names = inOrder(items, ['check 7', 'unknown', 'check 2', 'check 11'], 1, nameOf).map(nameOf)
  expect(names.slice(0, 3)).toEqual(['check 7', 'check 2', 'check 11'])
  expect(names.slice(3)).toEqual(items.map(nameOf).filter((name) => !names.slice(0, 3).includes(name)))
  expect(items.map(nameOf)[0]).toBe('check 0')
})
