// Reads the subscriptions of a stream, at least one, with faults (part 2.4 of the specification).
import { isObject, type Json } from '../../base/json.ts'
import type { FaultGroup, Seed } from '../faults/fault.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import { requireObject, requireString } from '../values/validation.ts'
import type { Subscription } from './event-stream.ts'

const altered = (clause: string | readonly string[]): Readonly<Record<string, Seed>> => ({
  'last-subscription-lost': [clause, 'The last of several subscriptions is lost.'],
  'only-two-subscriptions-kept': [clause, 'Only two of more than two subscriptions are stored.'],
  'event-type-cut-at-dot': [clause, 'Only the part of an event type before the first dot is stored.'],
})

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'subscriptions-object-accepted': [
        'subscriptions-type',
        'A single subscription instead of an array is accepted.',
      ],
      'subscriptions-null-accepted': ['subscriptions-type', 'null is accepted as subscriptions.'],
      'subscription-without-event-type-accepted': [
        'subscriptions-type',
        'A subscription without event_type is accepted.',
      ],
      'second-subscription-unchecked': [
        'subscriptions-type',
        'Only the first subscription is validated, and later invalid subscriptions are ignored.',
      ],
    },
  },
  // Each fault belongs to one operation, because a default run sends each wrong type to one operation.
  {
    of: ['event-streams.create'],
    seeds: {
      'subscriptions-string-accepted': [
        ['subscriptions-type', 'strange-request'],
        'A string is accepted as subscriptions.',
      ],
      'subscription-string-accepted': [
        'subscriptions-type',
        'A string is accepted as an element of subscriptions.',
      ],
      'event-type-number-accepted': ['subscriptions-type', 'A number is accepted as an event_type.'],
      'event-type-null-accepted': ['subscriptions-type', 'null is accepted as an event_type.'],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      ...altered('subscriptions-as-sent'),
      'subscriptions-empty-accepted': [
        'subscriptions-minimum',
        'An empty list of subscriptions is replaced with one default subscription.',
      ],
      'subscriptions-empty-stored': [
        ['subscriptions-minimum', 'returned-subscriptions'],
        'An empty list of subscriptions is accepted and stored.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      ...altered(['subscriptions-change', 'several-members', 'any-sequence']),
      'subscription-twice-500': ['no-server-error', 'A list with a duplicate event type gets 500.'],
      'subscriptions-empty-stored': [
        ['subscriptions-never-empty', 'returned-subscriptions'],
        'An update with an empty list removes all subscriptions of the stream.',
      ],
    },
  },
]

/** Returns null to keep the stored subscriptions. Throws Invalid. @param kept true for an update */
export function readSubscriptions(value: Json, call: Call, kept: boolean): readonly Subscription[] | null {
  const { faulty } = call
  const list = listOf(value, faulty)
  if (list === null) throw new Invalid('Expected type array on property subscriptions')
  if (list.length === 0) {
    if (faulty('subscriptions-empty-stored')) return []
    if (!kept && faulty('subscriptions-empty-accepted')) return [{ event_type: 'every.event' }]
    if (kept && call.variation.emptySubscriptions === 'kept') return null
    if (kept && call.variation.emptySubscriptions === 'stored') return []
    throw new Invalid('Array is too short (0 elements, minimum 1) on property subscriptions')
  }
  const read = list.flatMap((item, index) => {
    try {
      return [readSubscription(item, index, call)]
    } catch (error) {
      if (index > 0 && faulty('second-subscription-unchecked')) return []
      throw error
    }
  })
  const names = new Set(read.map(({ event_type }) => event_type))
  if (names.size < read.length && faulty('subscription-twice-500'))
    throw new Refusal(500, 'internal', 'Duplicate key')
  if (read.length > 1 && faulty('last-subscription-lost')) return read.slice(0, -1)
  if (faulty('only-two-subscriptions-kept')) return read.slice(0, 2)
  return read
}

function listOf(value: Json, faulty: Call['faulty']): readonly Json[] | null {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && faulty('subscriptions-string-accepted'))
    return [{ event_type: value === '' ? 'every.event' : value }]
  if (isObject(value) && typeof value.event_type === 'string' && faulty('subscriptions-object-accepted'))
    return [value]
  if (value === null && faulty('subscriptions-null-accepted')) return [{ event_type: 'every.event' }]
  return null
}

function readSubscription(item: Json, index: number, call: Call): Subscription {
  const { faulty, variation } = call
  const property = `subscriptions[${index}]`
  if (typeof item === 'string' && faulty('subscription-string-accepted'))
    return { event_type: item === '' ? 'every.event' : item }
  const sent = requireObject(item, `on property ${property}`)
  if (!Object.hasOwn(sent, 'event_type')) {
    if (faulty('subscription-without-event-type-accepted')) return { event_type: 'every.event' }
    throw new Invalid(`Missing required property ${property}.event_type`)
  }
  const sentType = sent.event_type ?? null
  if (typeof sentType === 'number' && faulty('event-type-number-accepted'))
    return { event_type: String(sentType) }
  if (sentType === null && faulty('event-type-null-accepted')) return { event_type: 'every.event' }
  const type = requireString(sentType, `${property}.event_type`)
  if (type === '') throw new Invalid(`String is too short on property ${property}.event_type`)
  if (variation.eventTypes !== null && !variation.eventTypes.includes(type))
    throw new Invalid(`No such event type on property ${property}.event_type`)
  if (variation.unknownMembers === 'refused' && Object.keys(sent).length > 1)
    throw new Invalid(`Additional properties not allowed on property ${property}`)
  return { event_type: faulty('event-type-cut-at-dot') ? (type.split('.')[0] ?? type) : type }
}
