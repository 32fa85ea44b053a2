// Faults in which one member of an update affects another member (part 4.5 of the specification).

import { alsoBreaking, type FaultGroup, type Faulty } from '../faults/fault.ts'
import type { EventStream, Subscription } from './event-stream.ts'
import type { StreamRequest } from './request.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    // These faults also violate the clause `any-sequence`, which tests sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'name-lost-beside-state': [
        ['several-members', 'name-length'],
        'An update with a name and a forwarding state ignores the name.',
      ],
      'name-lost-beside-subscriptions': [
        ['several-members', 'name-length'],
        'An update with a name and subscriptions ignores the name.',
      ],
      'destination-lost-beside-name': [
        ['several-members', 'destination-type'],
        'An update with a destination and a name ignores the destination.',
      ],
      'state-lost-beside-subscriptions': [
        ['several-members', 'state-values'],
        'An update with a forwarding state and subscriptions ignores the forwarding state.',
      ],
      'fourth-member-lost': [
        ['several-members', 'state-values'],
        'An update with four members ignores the forwarding state.',
      ],
      'renaming-disables': ['rest-unchanged', 'A change of the name disables the stream.'],
      'toggle-resets-name': ['rest-unchanged', 'A change of the forwarding state sets the name to unnamed.'],
      'subscriptions-drop-authorization': [
        'rest-unchanged',
        'A change of the subscriptions removes the authorization.',
      ],
      'destination-resets-subscriptions': [
        'rest-unchanged',
        'A change of the destination replaces the subscriptions with one default subscription.',
      ],
    }),
  },
  {
    of: ['event-streams.update'],
    // A run finds this fault only with a stream that was disabled before.
    seeds: {
      'renaming-enables': [
        ['any-sequence', 'rest-unchanged'],
        'A change of the name enables a disabled stream.',
      ],
    },
  },
]

const reset: Subscription = { event_type: 'reset.event' }

export function withInteractions(
  stream: EventStream,
  changed: StreamRequest,
  sent: StreamRequest,
  faulty: Faulty,
): StreamRequest {
  const lost = lostMembers(sent, faulty)
  return {
    ...Object.fromEntries(Object.entries(changed).filter(([member]) => !lost.includes(member))),
    ...beside(stream, sent, faulty),
  }
}

function lostMembers(sent: StreamRequest, faulty: Faulty): readonly string[] {
  const both = (one: keyof StreamRequest, other: keyof StreamRequest): boolean => one in sent && other in sent
  return [
    ...(both('name', 'state') && faulty('name-lost-beside-state') ? ['name'] : []),
    ...(both('name', 'subscriptions') && faulty('name-lost-beside-subscriptions') ? ['name'] : []),
    ...(both('name', 'destination') && faulty('destination-lost-beside-name') ? ['destination'] : []),
    ...(both('state', 'subscriptions') && faulty('state-lost-beside-subscriptions') ? ['state'] : []),
    ...(Object.keys(sent).length === 4 && faulty('fourth-member-lost') ? ['state'] : []),
  ]
}

// Returns the members that a fault changes although the client did not send them.
function beside(stream: EventStream, sent: StreamRequest, faulty: Faulty): StreamRequest {
  if ('name' in sent && !('state' in sent)) {
    if (faulty('renaming-enables')) return { state: 'enabled' }
    if (faulty('renaming-disables')) return { state: 'disabled' }
  }
  if ('state' in sent && !('name' in sent) && faulty('toggle-resets-name')) return { name: 'unnamed' }
  if ('destination' in sent && !('subscriptions' in sent) && faulty('destination-resets-subscriptions'))
    return { subscriptions: [reset] }
  if ('subscriptions' in sent && !('destination' in sent) && faulty('subscriptions-drop-authorization'))
    return { destination: { ...stream.destination, authorization: null } }
  return {}
}
