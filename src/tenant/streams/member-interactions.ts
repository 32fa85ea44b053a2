// Faults: one member of an update affects another (part 4.5).

import { alsoBreaking, type FaultGroup, type Faulty } from '../faults/fault.ts'
import type { EventStream, Subscription } from './event-stream.ts'
import type { StreamRequest } from './request.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    // A wrong update also breaks sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'name-lost-beside-state': [
        ['several-members', 'name-length'],
        'A name that is sent with the forwarding state is lost.',
      ],
      'name-lost-beside-subscriptions': [
        ['several-members', 'name-length'],
        'A name that is sent with subscriptions is lost.',
      ],
      'destination-lost-beside-name': [
        ['several-members', 'destination-type'],
        'A destination that is sent with a name is lost.',
      ],
      'state-lost-beside-subscriptions': [
        ['several-members', 'state-values'],
        'A forwarding state that is sent with subscriptions is lost.',
      ],
      'fourth-member-lost': [
        ['several-members', 'state-values'],
        'The last of four members that are sent is lost.',
      ],
      'renaming-disables': ['rest-unchanged', 'A stream is disabled when its name changes.'],
      'toggle-resets-name': ['rest-unchanged', 'The name is reset when the forwarding state changes.'],
      'subscriptions-drop-authorization': [
        'rest-unchanged',
        'The authorization is dropped when the subscriptions change.',
      ],
      'destination-resets-subscriptions': [
        'rest-unchanged',
        'The subscriptions are reset when the destination changes.',
      ],
    }),
  },
  {
    of: ['event-streams.update'],
    // Visible only on a stream that was disabled before.
    seeds: {
      'renaming-enables': [
        ['any-sequence', 'rest-unchanged'],
        'A disabled stream is enabled when its name changes.',
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

// Changes of members that were not sent.
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
