// Tests the names of the compared members in evidence.
import { expect, test } from 'vitest'
import { comparedOf } from './evidence.ts'

test('a member is named by its operation and its pointer', () => {
  expect(comparedOf('event-streams.create', ['/name', '/subscriptions/*/event_type', ''])).toEqual([
    'event-streams.create /name',
    'event-streams.create /subscriptions/*/event_type',
    'event-streams.create ',
  ])
  expect(comparedOf('event-streams.create', [])).toEqual([])
})
