// Suppressions that excuse one clause or several clauses, and their expiry dates.
import { expect, test } from 'vitest'
import { matchesGlob } from './glob.ts'
import { suppressionOf } from './suppression.ts'

test.each([
  ['any.version-path', 'any.version-path', true],
  ['any.version', 'any.version-path', false],
  ['any.version-path', 'anyxversion-path', false],
  ['*.auth-not-a-jwt', 'event-streams.update.auth-not-a-jwt', true],
  ['*.auth-not-a-jwt', 'event-streams.update.auth-not-a-jwt-401', false],
  ['*.auth-not-a-jwt*', 'event-streams.update.auth-not-a-jwt-401', true],
  ['event-streams.*.auth-*', 'event-streams.create.auth-scope', true],
  ['event-streams.*', 'any.event-streams.update', false],
  ['(', 'any.version-path', false],
])('%s and %s: %s', (clause, id, expected) => {
  expect(matchesGlob(id, clause)).toBe(expected)
})

test('a suppression holds until the end of its last day, and the first valid one counts', () => {
  const old = { clause: 'any.*', reason: 'old', expires: '2026-11-22' }
  const last = { clause: '*.version-path', reason: 'last', expires: '2026-11-23' }
  const always = { clause: 'any.version-path', reason: 'always' }
  expect(suppressionOf('any.version-path', [old, last, always], '2026-11-23')).toBe(last)
  expect(suppressionOf('any.version-path', [old, last, always], '2026-11-24')).toBe(always)
  expect(suppressionOf('any.version-path', [old, last], '2026-11-24')).toBe(null)
  expect(suppressionOf('any.other', [last, always], '2026-11-23')).toBe(null)
})
