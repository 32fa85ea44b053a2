import { expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { rateOf } from './rate.ts'

test.each([
  ['10/2', 10, 2],
  ['1/0.001', 1, 0.001],
  ['1000000/1000000', 1_000_000, 1_000_000],
])('%s is a rate', (text, burst, perSecond) => expect(rateOf(text)).toEqual({ burst, perSecond }))

test.each([
  '',
  '1',
  '0/1',
  '1/0',
  '-1/2',
  'NaN/1',
  'Infinity/1',
  '1/2/3',
  '1.5/1',
  '1/0.0001',
  '1/1e9',
  '1000001/1',
  `${'9'.repeat(400)}/1`,
])('"%s" is none, and that is told', (text) => {
  expect(() => rateOf(text)).toThrow(ConfigurationError)
  expect(() => rateOf(text)).toThrow(/^--rate-limit is ".*": give BURST\/PER_SECOND, .+\.$/)
})
