import { expect, test } from 'vitest'
import { resembles } from './resemblance.ts'

const sent = {
  tags: ['zeta', 'alpha', 'zeta'],
  price: 12.345,
  startsAt: '2026-01-01T00:00:00Z',
  host: 'Db.Example',
}

test('values that a tenant sorts, rounds or respells resemble the sent ones', () => {
  const shown = { id: 7, tags: ['alpha', 'zeta'], price: 12.35, startsAt: '2026-01-01T01:00:00.000+01:00' }
  expect(resembles({ ...shown, host: 'db.example.' }, sent)).toBe(true)
  expect(resembles({ ...shown, price: 1, host: 'other' }, sent)).toBe(true)
})

test('values of somebody else do not', () => {
  expect(
    resembles({ tags: ['beta'], price: 12.3, startsAt: '2020-01-01T00:00:00Z', host: 'web' }, sent),
  ).toBe(false)
  expect(resembles({ id: 7 }, sent)).toBe(false)
  expect(resembles('db.example', sent)).toBe(false)
})

test('flags and small numbers alone show nothing', () => {
  expect(resembles({ done: true, size: 3 }, { done: true, size: 3 })).toBe(false)
})
