// Keeps the latest entries, within the bound.
import { expect, test } from 'vitest'
import { LatestMap } from './latest-map.ts'

test('removes the entry that was set the longest time ago', () => {
  const map = new LatestMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('keeps the latest entries far beyond the bound, after entries are set again and removed', () => {
  const map = new LatestMap<number, number>(10)
  let latest: readonly number[] = []
  const set = (key: number): void => {
    map.set(key, key)
    latest = [...latest.filter((one) => one !== key), key].slice(-10)
  }
  for (let key = 0; key < 1_000; key += 1) {
    set(key)
    if (key % 3 === 0) set(0)
    if (key % 7 === 0) map.delete(key - 1)
    if (key % 7 === 0) latest = latest.filter((one) => one !== key - 1)
    expect([...map.keys()]).toEqual(latest)
  }
})

test('changes nothing below the bound', () => {
  const map = new LatestMap<string, number>(3)
  for (const key of ['a', 'b', 'c']) map.set(key, 1)
  expect([...map.keys()]).toEqual(['a', 'b', 'c'])
})
