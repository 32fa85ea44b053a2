// Faults in which an update is not stored, or changes other streams (part 4.5 of the specification).

import { isObject } from '../../base/json.ts'
import { alsoBreaking, type FaultGroup, type Faulty } from '../faults/fault.ts'
import type { Call } from '../route.ts'
import type { EventStream } from './event-stream.ts'
import { withStoredTexts } from './stored-text-faults.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      // The faults `namesakes-…` also violate `stored`, because they overwrite values of other streams.
      'namesakes-disabled': [
        ['streams-independent', 'stored'],
        'An update that disables a stream also disables all streams with the same name.',
      ],
      'namesakes-renamed': [
        ['streams-independent', 'stored'],
        'An update of the name also renames all streams that had the same name.',
      ],
      'namesakes-resubscribed': [
        ['streams-independent', 'stored'],
        'New subscriptions also replace the subscriptions of all streams with the same name.',
      ],
      'id-in-body-addresses': [
        'streams-independent',
        'An update with the id of another stream in its body also changes the name of that stream.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    // These faults also violate the clause `any-sequence`, which tests sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'name-not-stored': [
        ['stored', 'several-members', 'empty-update'],
        'A new name is returned, but not stored.',
      ],
      'subscriptions-not-stored': [
        ['stored', 'empty-update', 'several-members'],
        'New subscriptions are returned, but not stored.',
      ],
      'destination-not-stored': [
        ['stored', 'empty-update', 'several-members'],
        'A new destination is returned, but not stored.',
      ],
      'name-stored-escaped': [['stored'], 'Markup in a name is returned unchanged, but stored escaped.'],
      'username-stored-formatted': [
        ['stored'],
        'A user name is returned unchanged, but stored without its format placeholders.',
      ],
      'state-not-stored': [
        [
          'stored',
          'empty-update',
          'enabled-to-disabled',
          'disabled-to-enabled',
          'several-members',
          'toggles-repeatedly',
        ],
        'A new forwarding state is returned, but not stored.',
      ],
      'next-stream-renamed': [
        [
          'streams-independent',
          'empty-update',
          'several-members',
          'rest-unchanged',
          'refused-changes-nothing',
          'stored',
        ],
        'An update of the name also renames the stream that was created after the updated stream.',
      ],
      'previous-stream-disabled': [
        [
          'streams-independent',
          'empty-update',
          'several-members',
          'rest-unchanged',
          'refused-changes-nothing',
          'stored',
          'same-state',
          'toggles-repeatedly',
        ],
        'An update that disables a stream also disables the stream that was created before it.',
      ],
      'all-streams-take-destination': [
        [
          'streams-independent',
          'empty-update',
          'several-members',
          'rest-unchanged',
          'refused-changes-nothing',
          'stored',
        ],
        'An update of the destination changes the destination of every stream.',
      ],
    }),
  },
]

/** Returns the stream to store: the updated stream, unless a fault changes it. */
export function storedStream(
  updated: EventStream,
  { name, subscriptions, destination, state, updatedAt }: EventStream,
  faulty: Faulty,
): EventStream {
  if (updated.state !== state && faulty('toggle-keeps-updated-at-in-reads')) return { ...updated, updatedAt }
  const withTexts = withStoredTexts(updated, faulty)
  if (withTexts !== null) return withTexts
  if (faulty('name-not-stored')) return { ...updated, name }
  if (faulty('subscriptions-not-stored')) return { ...updated, subscriptions }
  if (faulty('destination-not-stored')) return { ...updated, destination }
  if (faulty('state-not-stored')) return { ...updated, state }
  return updated
}

export function changeOtherStreams(
  before: EventStream,
  updated: EventStream,
  { state, body, faulty }: Call,
): void {
  const ids = [...state.streams.keys()]
  const index = ids.indexOf(updated.id)
  const other = (distance: number): EventStream | undefined => state.streams.get(ids[index + distance] ?? '')
  const next = other(1)
  if (next !== undefined && updated.name !== before.name && faulty('next-stream-renamed'))
    state.keepStream({ ...next, name: updated.name })
  const previous = other(-1)
  if (previous !== undefined && updated.state === 'disabled' && faulty('previous-stream-disabled'))
    state.keepStream({ ...previous, state: 'disabled' })
  const namesakes = [...state.streams.values()].filter(
    (stream) => stream.id !== updated.id && stream.name === before.name,
  )
  for (const stream of namesakes) {
    if (updated.name !== before.name && faulty('namesakes-renamed'))
      state.keepStream({ ...stream, name: updated.name })
    if (updated.state === 'disabled' && faulty('namesakes-disabled'))
      state.keepStream({ ...stream, state: 'disabled' })
    if (updated.subscriptions !== before.subscriptions && faulty('namesakes-resubscribed'))
      state.keepStream({ ...stream, subscriptions: updated.subscriptions })
  }
  const named = isObject(body) && typeof body.id === 'string' ? state.streams.get(body.id) : undefined
  if (named !== undefined && named.id !== updated.id && faulty('id-in-body-addresses'))
    state.keepStream({ ...named, name: updated.name })
  if (updated.destination !== before.destination && faulty('all-streams-take-destination'))
    for (const stream of state.streams.values())
      state.keepStream({ ...stream, destination: updated.destination })
}
