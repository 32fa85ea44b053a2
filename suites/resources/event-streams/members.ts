// Limits of members, and invalid values (parts 2.4 and 8).
import type { JsonObject } from '../../../src/suite.ts'

export const nameCharactersMax = 128

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

export const serviceSetValues: JsonObject = {
  id: 'x'.repeat(26),
  created_at: '2001-02-03T04:05:06.000Z',
  updated_at: '2001-02-03T04:05:06.000Z',
}
