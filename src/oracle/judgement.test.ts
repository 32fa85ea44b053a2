// How a check ends that does not simply pass.
import { expect, test } from 'vitest'
import { answered } from './exchange.testing.ts'
import { ConformanceFailure, Inconclusive, NotApplicable, NotRun } from './judgement.ts'

test('an end is known by its class, and by its name in a log', () => {
  const detail = { expected: 'a', received: 'b', exchange: null }
  const ends = [
    new ConformanceFailure('why', detail),
    new Inconclusive('why'),
    new NotRun('why'),
    new NotApplicable('why'),
  ]
  expect(ends.map(String)).toEqual([
    'ConformanceFailure: why',
    'Inconclusive: why',
    'NotRun: why',
    'NotApplicable: why',
  ])
})

test('a failure with a sentence more shows what it showed', () => {
  const detail = { expected: 'a', received: 'b', exchange: answered(200), control: answered(204) }
  const failure = new ConformanceFailure('It failed.', detail)
  const noted = failure.noted('It failed 1 of 2 times.')
  expect(noted).toBeInstanceOf(ConformanceFailure)
  expect(noted.message).toBe('It failed. It failed 1 of 2 times.')
  expect(noted.detail).toBe(detail)
  expect(failure.message).toBe('It failed.')
})
