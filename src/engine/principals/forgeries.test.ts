// Tests that every forged token is sent, and the basic ones to every operation.
import { expect, test } from 'vitest'
import { forgeryNames } from '../../client/tokens/forgery.ts'
import { basicForgeries, cacheConfusable, forgeries, forgeryVariants, malformed } from './forgeries.ts'

test('every forgery is a basic one or a variant, once', () => {
  const all = [...basicForgeries, ...forgeryVariants]
  expect(new Set(all)).toHaveLength(all.length)
  expect([...all].sort()).toEqual([...forgeryNames, 'scheme-alone', 'scheme-missing'].sort())
})

test('one forgery of each kind is tried at every operation', () => {
  for (const kind of [...Object.values(forgeries), malformed])
    expect(basicForgeries.filter((name) => (kind as readonly string[]).includes(name))).toHaveLength(1)
})

test('each forgery that is sent after the valid token is also sent before it', () => {
  for (const name of cacheConfusable) expect([...basicForgeries, ...forgeryVariants]).toContain(name)
})
