// What a look at something says of its existence.
import { expect, test } from 'vitest'
import { exchangeOf } from '../exchange.testing.ts'
import { isDenied } from './preconditions.ts'

test.each([
  [404, true],
  [403, true],
  [401, false],
  [429, false],
  [500, false],
  [200, false],
])('a look that is answered with %i denies it: %s', (status, denied) => {
  expect(isDenied({ exchange: exchangeOf({ status }) })).toBe(denied)
})
