// Applies the members of an update to a stream, with faults (part 4.5 of the specification).
import { alsoBreaking, type FaultGroup, type Faulty } from '../faults/fault.ts'
import type { Call } from '../route.ts'
import { isNear } from '../values/stored-text.ts'
import type { EventStream, Subscription } from './event-stream.ts'
import type { StreamRequest } from './request.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'near-username-ignored': [
        'destination-changes',
        'A new user name is ignored if it differs from the stored one only in case or accents.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    // These faults also violate the clause `any-sequence`, which tests sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'empty-update-disables': [
        [
          'empty-update',
          'disabled-to-enabled',
          'same-state',
          'several-members',
          'stored',
          'streams-independent',
          'toggles-repeatedly',
          'rest-unchanged',
          'refused-changes-nothing',
        ],
        'An empty update disables the stream.',
      ],
      'empty-update-resets-name': [
        [
          'empty-update',
          'event-streams.create.stored',
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
          'path-id-length',
        ],
        'An empty update sets the name to unnamed.',
      ],
      'empty-update-resets-subscriptions': [
        [
          'empty-update',
          'event-streams.create.stored',
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
        ],
        'An empty update replaces the subscriptions with one default subscription.',
      ],
      'empty-update-drops-authorization': [
        [
          'empty-update',
          'event-streams.create.stored',
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
        ],
        'An empty update removes the authorization.',
      ],
      'name-ignored': [
        ['name-changes', 'form-body', 'name-length', 'name-length-characters', 'several-members'],
        'An update of the name is ignored.',
      ],
      'second-name-ignored': [
        ['name-changes', 'name-length', 'name-length-characters', 'several-members', 'form-body'],
        'A stream can be renamed only once.',
      ],
      'subscriptions-ignored': [
        ['subscriptions-change', 'several-members'],
        'An update of the subscriptions is ignored.',
      ],
      'subscriptions-added': [
        ['subscriptions-change', 'several-members'],
        'An update adds its subscriptions to the stored subscriptions.',
      ],
      'destination-ignored': [
        ['destination-changes', 'several-members'],
        'An update of the destination is ignored.',
      ],
      'username-kept': [
        ['destination-changes', 'several-members'],
        'An update of the destination ignores the authorization.',
      ],
      'endpoint-kept': [
        ['destination-changes', 'several-members'],
        'An update of the destination ignores the webhook address.',
      ],
    }),
  },
]

const reset: Subscription = { event_type: 'reset.event' }

export function changedMembers(stream: EventStream, sent: StreamRequest, call: Call): StreamRequest {
  const { faulty, state } = call
  if (Object.keys(sent).length === 0) return emptied(stream, faulty)
  const { name, subscriptions, destination, ...rest } = sent
  const renamed = state.renamed.get(stream.id) ?? []
  if (name !== undefined) state.renamed.set(stream.id, [...renamed, name])
  const nameStays = faulty('name-ignored') || (renamed.length > 0 && faulty('second-name-ignored'))
  return {
    ...rest,
    ...(name === undefined || nameStays ? {} : { name }),
    ...(subscriptions === undefined || faulty('subscriptions-ignored')
      ? {}
      : { subscriptions: withSubscriptions(stream, subscriptions, faulty) }),
    ...(destination === undefined || faulty('destination-ignored')
      ? {}
      : { destination: withDestination(stream, destination, faulty) }),
  }
}

function emptied(stream: EventStream, faulty: Faulty): StreamRequest {
  if (faulty('empty-update-disables')) return { state: 'disabled' }
  if (faulty('empty-update-resets-name')) return { name: 'unnamed' }
  if (faulty('empty-update-resets-subscriptions')) return { subscriptions: [reset] }
  if (faulty('empty-update-drops-authorization'))
    return { destination: { ...stream.destination, authorization: null } }
  return {}
}

function userOf(authorization: EventStream['destination']['authorization']): string {
  return String(authorization?.shown.username ?? '')
}

function withSubscriptions(
  stream: EventStream,
  sent: readonly Subscription[],
  faulty: Faulty,
): readonly Subscription[] {
  if (!faulty('subscriptions-added')) return sent
  const all = [...stream.subscriptions, ...sent]
  return all.filter(
    (one, index) => all.findIndex(({ event_type }) => event_type === one.event_type) === index,
  )
}

function withDestination(
  { destination: { configuration, authorization } }: EventStream,
  sent: EventStream['destination'],
  faulty: Faulty,
): EventStream['destination'] {
  const near = isNear(userOf(sent.authorization), userOf(authorization))
  if (faulty('username-kept') || (near && faulty('near-username-ignored'))) return { ...sent, authorization }
  return faulty('endpoint-kept') ? { ...sent, configuration } : sent
}
