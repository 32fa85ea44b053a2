// What a faulty tenant carries out of a request that it refuses for its token: one member of it (part 5).
import { isObject, type JsonObject } from '../base/json.ts'
import type { FaultGroup } from './fault.ts'
import type { Call } from './route.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'refused-token-changes-state': [
        'auth-changes-nothing',
        'Of an update that is refused for its token the forwarding state is stored.',
      ],
      'refused-token-changes-destination': [
        'auth-changes-nothing',
        'Of an update that is refused for its token the destination is stored.',
      ],
      'refused-token-changes-subscriptions': [
        'auth-changes-nothing',
        'Of an update that is refused for its token the subscriptions are stored.',
      ],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'refused-token-changes-enrollment-message': [
        'auth-changes-nothing',
        'Of an update that is refused for its token the enrollment message is stored.',
      ],
      'refused-token-changes-verification-message': [
        'auth-changes-nothing',
        'Of an update that is refused for its token the verification message is stored.',
      ],
    },
  },
]

/** The body that changes only what the fault that is on changes; null where none is, or nothing of it was sent. */
export function partOf({ body, faulty, state, variation }: Call): JsonObject | null {
  if (!isObject(body)) return null
  const members: Readonly<Record<string, string>> = {
    state: variation.stateField,
    destination: 'destination',
    subscriptions: 'subscriptions',
    'enrollment-message': 'enrollment_message',
    'verification-message': 'verification_message',
  }
  const [, member] = Object.entries(members).find(([word]) => faulty(`refused-token-changes-${word}`)) ?? []
  const sent = member === undefined ? undefined : body[member]
  if (member === undefined || sent === undefined) return null
  return member.endsWith('_message') ? { ...state.templates, [member]: sent } : { [member]: sent }
}
