// Each forgery is tried, basic ones at every operation.
import { expect, test } from 'vitest'
import { forgeryNames } from '../../client/tokens/forgery.ts'
import { basicForgeries, cacheConfusable, forgeries, forgeryVariants, malformed } from './forgeries.ts'

test('every forgery is either plain or a variant, once', () => {
  const all = [...basicForgeries, ...forgeryVariants]
  expect(new Set(all)).toHaveLength(all.length)
  expect([...all].sort()).toEqual([...forgeryNames, 'scheme-alone', 'scheme-missing'].sort())
})

test('each kind has a forgery that every operation tries', () => {
  for (const kind of [...Object.values(forgeries), malformed])
    expect(basicForgeries.filter((name) => (kind as readonly string[]).includes(name))).toHaveLength(1)
})

test('a forgery that is tried again was tried before', () => {
  for (const name of cacheConfusable) expect([...basicForgeries, ...forgeryVariants]).toContain(name)
})
