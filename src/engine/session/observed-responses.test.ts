// Tests that one response is stored for each status, operation and principal.
import { expect, test } from 'vitest'
import { exchangeOf } from '../exchange.testing.ts'
import { ObservedResponses } from './observed-responses.ts'

const update = 'event-streams.update'

test('the first response of each status is stored, by principal and operation', () => {
  const answers = new ObservedResponses()
  const first = { ...exchangeOf({ status: 401 }), principal: 'bearer' }
  for (const exchange of [first, { ...first, id: 2 }, { ...exchangeOf(), principal: 'bearer' }])
    answers.see(exchange)
  expect([...answers.of(update, 'bearer').keys()]).toEqual([401, 200])
  expect(answers.of(update, 'bearer').get(401)).toEqual(first)
  expect(answers.of(update, 'full').size).toBe(0)
  expect(answers.of('event-streams.create', 'bearer').size).toBe(0)
})

test('a response that does not depend on the token is not stored', () => {
  const answers = new ObservedResponses()
  for (const status of [0, 429, 500, 503]) answers.see(exchangeOf({ status }))
  expect(answers.of(update, exchangeOf().principal).size).toBe(0)
})
