// Whether a creation happened, by a response without an id.
import { expect, test } from 'vitest'
import { answered, unanswered } from '../../oracle/exchange.testing.ts'
import { creationOutcomeOf } from './creation-outcome.ts'

test.each([
  [400, 'nothing'],
  [401, 'nothing'],
  [499, 'nothing'],
  [200, 'doubtful'],
  [500, 'doubtful'],
  [501, 'doubtful'],
  // A gateway does not know the result.
  [502, 'unknown'],
  [503, 'unknown'],
  [504, 'unknown'],
] as const)('%i: %s was made', (status, certainty) => {
  expect(creationOutcomeOf(answered(status))).toBe(certainty)
})

test.each([
  ['refused', 'nothing'],
  ['unresolved', 'nothing'],
  ['tls', 'nothing'],
  ['budget', 'nothing'],
  ['closed', 'unknown'],
  ['timeout', 'unknown'],
  ['malformed', 'unknown'],
] as const)('without an answer, %s: %s was made', (kind, certainty) => {
  expect(creationOutcomeOf({ ...unanswered(''), failure: { kind, message: '' } })).toBe(certainty)
})

test('a request that was never sent created nothing', () => {
  expect(creationOutcomeOf({ ...unanswered(''), id: 0 })).toBe('nothing')
})
