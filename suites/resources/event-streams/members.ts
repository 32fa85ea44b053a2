// Limits and special values of the members of event streams (parts 2.4 and 8).
import type { JsonObject } from '../../../src/suite.ts'

export const nameCharactersMax = 128

/** Values that look like a forwarding state and are none. */
export const invalidStates: readonly string[] = [
  'ENABLED',
  'Disabled',
  ' enabled',
  'disabled ',
  'active',
  'paused',
  'on',
  'enable',
  'disable',
]

/** Values for the members that only the service sets. */
export const serviceSetValues: JsonObject = {
  id: 'x'.repeat(26),
  created_at: '2001-02-03T04:05:06.000Z',
  updated_at: '2001-02-03T04:05:06.000Z',
}
