// What an update makes of a stream (parts 3 and 4.5): the members that were sent, and how a faulty tenant errs in it.
import { isObject } from '../base/json.ts'
import type { EventStream, Subscription } from './event-stream.ts'
import type { FaultGroup, Faulty } from './fault.ts'
import type { Call } from './route.ts'
import type { StreamRequest } from './stream-request.ts'
import { timeAfter } from './timestamp.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
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
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
          'path-id-length',
        ],
        'An empty update resets the name.',
      ],
      'empty-update-resets-subscriptions': [
        [
          'empty-update',
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
        ],
        'An empty update leaves one subscription.',
      ],
      'empty-update-drops-authorization': [
        [
          'empty-update',
          'several-members',
          'stored',
          'streams-independent',
          'rest-unchanged',
          'refused-changes-nothing',
        ],
        'An empty update drops the authorization.',
      ],
      'name-ignored': [
        ['name-changes', 'form-body', 'name-length', 'name-length-characters', 'several-members'],
        'A name that is sent is ignored.',
      ],
      'second-name-ignored': [
        ['name-changes', 'name-length', 'name-length-characters', 'several-members', 'form-body'],
        'A stream can be renamed once only.',
      ],
      'subscriptions-ignored': [
        ['subscriptions-change', 'several-members'],
        'Subscriptions that are sent are ignored.',
      ],
      'subscriptions-added': [
        ['subscriptions-change', 'several-members'],
        'Subscriptions that are sent are added to those there are.',
      ],
      'destination-ignored': [
        ['destination-changes', 'several-members'],
        'A destination that is sent is ignored.',
      ],
      'username-kept': [
        ['destination-changes', 'several-members'],
        'Of a destination that is sent the user name is ignored.',
      ],
      'endpoint-kept': [
        ['destination-changes', 'several-members'],
        'Of a destination that is sent the address is ignored.',
      ],
      'disabling-ignored': [
        [
          'enabled-to-disabled',
          'toggles-repeatedly',
          'several-members',
          'form-body',
          'state-values',
          'toggle-moves-updated-at',
        ],
        'A stream can not be disabled.',
      ],
      'enabling-ignored': [
        [
          'disabled-to-enabled',
          'toggles-repeatedly',
          'several-members',
          'form-body',
          'state-values',
          'toggle-moves-updated-at',
        ],
        'A stream that is disabled can not be enabled.',
      ],
      'state-sticks-after-three-toggles': [
        ['toggles-repeatedly', 'several-members', 'form-body', 'state-values'],
        'After three changes the forwarding state changes no more.',
      ],
      'same-state-toggles': [
        ['same-state', 'state-values', 'toggle-moves-updated-at', 'form-body'],
        'A stream that is sent the state it has takes the other one.',
      ],
      'disabled-again-enables': [
        ['same-state', 'state-values', 'form-body'],
        'A disabled stream that is sent disabled becomes enabled.',
      ],
      'toggle-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at stays when the forwarding state changes.',
      ],
      'enabling-keeps-updated-at': ['toggle-moves-updated-at', 'updated_at stays when a stream is enabled.'],
      'updated-at-before-created-at': [
        'updated-at-never-back',
        'After an update updated_at is an hour before the time.',
      ],
      'updated-at-back-by-renaming': ['updated-at-never-back', 'updated_at goes back when the name changes.'],
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
        'Of four members that are sent the last one is lost.',
      ],
      'renaming-enables': ['rest-unchanged', 'A disabled stream is enabled when its name changes.'],
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
      'created-at-moves': ['id-unchanged', 'created_at moves with an update.'],
      'created-at-adopted': ['returned-only-members', 'A created_at that is sent is stored.'],
      'updated-at-adopted': ['returned-only-members', 'An updated_at that is sent is stored.'],
      'id-adopted': ['returned-only-members', 'An id that is sent becomes that of the stream.'],
      'name-not-stored': [['stored', 'several-members'], 'A new name is returned and not stored.'],
      'subscriptions-not-stored': [
        ['stored', 'several-members'],
        'New subscriptions are returned and not stored.',
      ],
      'destination-not-stored': [
        ['stored', 'several-members'],
        'A new destination is returned and not stored.',
      ],
      'state-not-stored': [
        ['stored', 'enabled-to-disabled', 'disabled-to-enabled', 'several-members', 'toggles-repeatedly'],
        'A new forwarding state is returned and not stored.',
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
        'The stream that was made next gets the new name, too.',
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
        'The stream that was made before is disabled by an update that disables.',
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
        'Every stream takes a new destination.',
      ],
    },
  },
]

const reset: Subscription = { event_type: 'reset.event' }
const hourNs = 3_600_000_000_000n

/** The members that the update changes. */
export function changed(stream: EventStream, sent: StreamRequest, call: Call): StreamRequest {
  const { faulty } = call
  const members = Object.keys(sent).length
  let next: StreamRequest = sent
  const without = (member: keyof StreamRequest): void => {
    next = Object.fromEntries(Object.entries(next).filter(([name]) => name !== member))
  }
  if (members === 0) next = emptied(stream, faulty)
  if (faulty('name-ignored') || (faulty('second-name-ignored') && call.state.renamed.has(stream.id)))
    without('name')
  if (sent.name !== undefined) call.state.renamed.add(stream.id)
  if (faulty('subscriptions-ignored')) without('subscriptions')
  if (faulty('destination-ignored')) without('destination')
  if (sent.name !== undefined && sent.state !== undefined && faulty('name-lost-beside-state')) without('name')
  if (sent.name !== undefined && sent.subscriptions !== undefined && faulty('name-lost-beside-subscriptions'))
    without('name')
  if (sent.name !== undefined && sent.destination !== undefined && faulty('destination-lost-beside-name'))
    without('destination')
  if (
    sent.state !== undefined &&
    sent.subscriptions !== undefined &&
    faulty('state-lost-beside-subscriptions')
  )
    without('state')
  if (members === 4 && faulty('fourth-member-lost')) without('state')
  return { ...next, ...mixed(stream, next, faulty), ...toggled(stream, next, call), ...beside(sent, faulty) }
}

function emptied(stream: EventStream, faulty: Faulty): StreamRequest {
  if (faulty('empty-update-disables')) return { state: 'disabled' }
  if (faulty('empty-update-resets-name')) return { name: 'unnamed' }
  if (faulty('empty-update-resets-subscriptions')) return { subscriptions: [reset] }
  if (faulty('empty-update-drops-authorization'))
    return { destination: { ...stream.destination, authorization: null } }
  return {}
}

// Members that are made of what was sent and of what was there.
function mixed(
  stream: EventStream,
  { subscriptions, destination }: StreamRequest,
  faulty: Faulty,
): StreamRequest {
  if (subscriptions !== undefined && faulty('subscriptions-added')) {
    const all = [...stream.subscriptions, ...subscriptions]
    const known = (type: string, place: number) => all.findIndex((one) => one.event_type === type) === place
    return { subscriptions: all.filter(({ event_type }, place) => known(event_type, place)) }
  }
  if (destination === undefined)
    return subscriptions !== undefined && faulty('subscriptions-drop-authorization')
      ? { destination: { ...stream.destination, authorization: null } }
      : {}
  const { configuration, authorization } = stream.destination
  if (faulty('username-kept')) return { destination: { ...destination, authorization } }
  return faulty('endpoint-kept') ? { destination: { ...destination, configuration } } : {}
}

function toggled(stream: EventStream, { state }: StreamRequest, call: Call): StreamRequest {
  const { faulty } = call
  if (state === undefined) return {}
  const other = stream.state === 'enabled' ? 'disabled' : 'enabled'
  if (state === stream.state) {
    const flips = faulty('same-state-toggles') || (state === 'disabled' && faulty('disabled-again-enables'))
    return flips ? { state: other } : {}
  }
  const toggles = (call.state.toggles.get(stream.id) ?? 0) + 1
  call.state.toggles.set(stream.id, toggles)
  const stays =
    (state === 'disabled' && faulty('disabling-ignored')) ||
    (state === 'enabled' && faulty('enabling-ignored')) ||
    (toggles > 3 && faulty('state-sticks-after-three-toggles'))
  return stays ? { state: stream.state } : {}
}

// Members that change although they were not sent.
function beside(sent: StreamRequest, faulty: Faulty): StreamRequest {
  if (sent.name !== undefined && sent.state === undefined) {
    if (faulty('renaming-enables')) return { state: 'enabled' }
    if (faulty('renaming-disables')) return { state: 'disabled' }
  }
  if (sent.state !== undefined && sent.name === undefined && faulty('toggle-resets-name'))
    return { name: 'unnamed' }
  if (sent.destination !== undefined && sent.subscriptions === undefined)
    if (faulty('destination-resets-subscriptions')) return { subscriptions: [reset] }
  return {}
}

/** The updated_at of a stream that has become `next`. Every change moves it (part 3); an empty update as it varies. */
export function movedTime(stream: EventStream, next: EventStream, empty: boolean, call: Call): bigint {
  const { variation, faulty } = call
  if (empty && !variation.emptyUpdateMovesUpdatedAt) return stream.updatedAt
  const toggles = next.state !== stream.state
  if (toggles && faulty('toggle-keeps-updated-at')) return stream.updatedAt
  if (toggles && next.state === 'enabled' && faulty('enabling-keeps-updated-at')) return stream.updatedAt
  const moved = timeAfter(stream.updatedAt, variation.timestampDecimals)
  if (next.name !== stream.name && faulty('updated-at-back-by-renaming')) return stream.updatedAt - 1_000_000n
  return faulty('updated-at-before-created-at') ? moved - hourNs : moved
}

/** The stream with what a faulty tenant takes over of the members that only the service sets. */
export function adopted(stream: EventStream, { body, faulty }: Call): EventStream {
  if (!isObject(body)) return stream
  let next = stream
  const time = (member: string): bigint | null => {
    const epochMs = Date.parse(String(body[member]))
    return Number.isNaN(epochMs) ? null : BigInt(epochMs) * 1_000_000n
  }
  if (faulty('created-at-adopted')) next = { ...next, createdAt: time('created_at') ?? next.createdAt }
  if (faulty('updated-at-adopted')) next = { ...next, updatedAt: time('updated_at') ?? next.updatedAt }
  if (faulty('created-at-moves') && Object.keys(body).length > 0)
    next = { ...next, createdAt: next.updatedAt }
  if (faulty('id-adopted') && typeof body.id === 'string') next = { ...next, shownId: body.id }
  return next
}

/** What is stored of a stream that is returned as `updated`. */
export function stored(
  updated: EventStream,
  { name, subscriptions, destination, state }: EventStream,
  faulty: Faulty,
): EventStream {
  if (faulty('name-not-stored')) return { ...updated, name }
  if (faulty('subscriptions-not-stored')) return { ...updated, subscriptions }
  if (faulty('destination-not-stored')) return { ...updated, destination }
  if (faulty('state-not-stored')) return { ...updated, state }
  return updated
}

/** What an update of one stream does to others, at a faulty tenant. */
export function spill(before: EventStream, updated: EventStream, { state, faulty }: Call): void {
  const ids = [...state.streams.keys()]
  const place = ids.indexOf(updated.id)
  const other = (distance: number): EventStream | undefined => state.streams.get(ids[place + distance] ?? '')
  const next = other(1)
  if (next !== undefined && updated.name !== before.name && faulty('next-stream-renamed'))
    state.keep({ ...next, name: updated.name })
  const previous = other(-1)
  if (previous !== undefined && updated.state === 'disabled' && faulty('previous-stream-disabled'))
    state.keep({ ...previous, state: 'disabled' })
  if (updated.destination !== before.destination && faulty('all-streams-take-destination'))
    for (const stream of state.streams.values()) state.keep({ ...stream, destination: updated.destination })
}
