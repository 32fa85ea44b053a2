// The latest entries stay, and no more than the bound.
import { expect, test } from 'vitest'
import { LatestMap } from './latest-map.ts'

test('the entry that was set the longest ago gives way', () => {
  const map = new LatestMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('a bound that is not reached changes nothing', () => {
  const map = new LatestMap<string, number>(3)
  for (const key of ['a', 'b', 'c']) map.set(key, 1)
  expect([...map.keys()]).toEqual(['a', 'b', 'c'])
})
