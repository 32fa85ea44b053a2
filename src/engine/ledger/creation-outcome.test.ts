// Tests the decision whether a creation happened, for responses without an id.
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
  // A gateway does not know whether the server behind it created the resource.
  [502, 'unknown'],
  [503, 'unknown'],
  [504, 'unknown'],
] as const)('%i: %s was created', (status, certainty) => {
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
] as const)('without a response, %s: %s was created', (kind, certainty) => {
  expect(creationOutcomeOf({ ...unanswered(''), failure: { kind, message: '' } })).toBe(certainty)
})

test('an unsent request created nothing', () => {
  expect(creationOutcomeOf({ ...unanswered(''), id: 0 })).toBe('nothing')
})
