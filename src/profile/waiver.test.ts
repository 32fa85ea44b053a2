// Waivers of one clause and of several.
import { expect, test } from 'vitest'
import { waives } from './waiver.ts'

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
  expect(waives({ clause }, id)).toBe(expected)
})
