// Forgeries: each is tried somewhere, the plainest of each kind at every operation.
import { expect, test } from 'vitest'
import { forgeryNames } from '../../client/tokens/forgery.ts'
import { forgeries, malformed, nearestForgeries, plainest, variants } from './forgeries.ts'

test('every forgery is among the plainest or among the variants, once', () => {
  const all = [...plainest, ...variants]
  expect(new Set(all)).toHaveLength(all.length)
  expect([...all].sort()).toEqual([...forgeryNames, 'scheme-alone', 'scheme-missing'].sort())
})

test('of each kind there is one that is tried at every operation', () => {
  for (const kind of [...Object.values(forgeries), malformed])
    expect(plainest.filter((name) => (kind as readonly string[]).includes(name))).toHaveLength(1)
})

test('what is tried again is tried before', () => {
  for (const name of nearestForgeries) expect([...plainest, ...variants]).toContain(name)
})
