// Normal forms of values. Services sort and round in several ways.
import { expect, test } from 'vitest'
import { equal, type Json } from '../../base/json.ts'
import { isNormalForm, type Normalisation, normalForm } from './normalisation.ts'

const atMs = Date.UTC(2030, 0, 1)

test.each<[readonly Normalisation[], Json, Json]>([
  [['trim', 'lower-case'], ' A b ', 'a b'],
  [['upper-case'], 'ab', 'AB'],
  [
    ['distinct', 'sort'],
    ['b', 'a', 'b'],
    ['a', 'b'],
  ],
  [['sort'], [10, 9], [9, 10]],
  [[{ round: 2 }], 1.005, 1.01],
  [[{ round: 0 }], 7.4, 7],
  [[{ suffix: '.' }], 'a.b', 'a.b.'],
  [[{ suffix: '.' }], 'a.b.', 'a.b.'],
  [['not-past'], '2020-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
  [['not-past'], '2040-01-01T00:00:00Z', '2040-01-01T00:00:00Z'],
])('%j of %j', (kinds, value, normal) => {
  const normalises = new Map([['/a', kinds]])
  expect(normalForm({ a: value }, '', normalises, atMs)).toEqual({ a: normal })
  expect(normalForm({ a: normal }, '', normalises, atMs)).toEqual({ a: normal })
})

test.each<[readonly Normalisation[], Json, Json, boolean]>([
  [['trim'], ' a', ' a', false],
  [['sort'], ['B', 'a'], ['a', 'B'], true],
  [['sort'], ['B', 'a'], ['B', 'a'], true],
  [['sort'], ['b', 'a'], ['b', 'a'], false],
  [[{ round: 1 }], 0.25, 0.2, true],
  [[{ round: 1 }], 0.25, 0.3, true],
  [[{ round: 1 }], 0.27, 0.2, false],
  [['not-past'], '2020-01-01T00:00:00Z', '2030-01-01T00:00:02+00:00', true],
  [['not-past'], '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', false],
])('%j: %j shown as %j', (kinds, sent, shown, is) => {
  const normalises = new Map([['/a', kinds]])
  expect(isNormalForm(shown, sent, '/a', { normalises, same: equal, atMs })).toBe(is)
})
