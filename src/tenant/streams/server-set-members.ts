// Sets the timestamps and the id of a stream, with faults (parts 2.4 and 3 of the specification).
import { isObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import type { Call } from '../route.ts'
import { streamIdCharacters } from '../values/ids.ts'
import { timeAfter, timeIn, timeNow } from '../values/timestamp.ts'
import type { EventStream } from './event-stream.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.create'],
    seeds: {
      'times-hour-ahead': [
        ['times-current', 'event-streams.update.times-current', 'event-streams.update.updated-at-never-back'],
        'The times of a new stream are one hour ahead, as if in another time zone.',
      ],
      'times-of-the-start': [
        ['times-current', 'event-streams.update.updated-at-never-back'],
        'Every new stream has the start time of the tenant as its creation time.',
      ],
      'times-in-seconds': [
        ['times-current', 'event-streams.update.times-current'],
        'The times of a new stream are in 1970, because seconds are read as milliseconds.',
      ],
      'created-at-rounded-to-the-day': [
        ['times-current', 'event-streams.update.times-current'],
        'created_at of a new stream is the start of the day.',
      ],
      'updated-at-before-created-at': [
        ['times-current', 'event-streams.update.updated-at-never-back'],
        'updated_at of a new stream is one second before created_at.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'toggle-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at does not change with the forwarding state.',
      ],
      'enabling-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at does not change when a stream is enabled.',
      ],
      'toggle-keeps-updated-at-in-reads': [
        'toggle-moves-updated-at',
        'A change of the forwarding state changes updated_at only in the response to this change.',
      ],
      'toggle-beside-name-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at does not change when the forwarding state and the name change together.',
      ],
      'toggle-by-form-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at does not change when a form changes the forwarding state.',
      ],
      'third-toggle-keeps-updated-at': [
        'toggle-moves-updated-at',
        'The third and later changes of the forwarding state do not change updated_at.',
      ],
      'updated-at-before-created-at': [
        'updated-at-never-back',
        'updated_at is one hour behind after an update.',
      ],
      'updated-at-back-by-renaming': [
        'updated-at-never-back',
        'updated_at moves back by two seconds when the name changes.',
      ],
      'updated-at-hour-ahead': [
        ['times-current', 'updated-at-never-back'],
        'updated_at is one hour ahead after an update, as if in another time zone.',
      ],
      'updated-at-minutes-ahead-by-toggling': [
        ['times-current', 'updated-at-never-back'],
        'updated_at is two minutes ahead after a change of the forwarding state.',
      ],
      'created-at-moves': [['id-unchanged', 'any-sequence'], 'An update changes created_at.'],
      'created-at-adopted': ['returned-only-members', 'The tenant stores created_at from the request body.'],
      'updated-at-adopted': ['returned-only-members', 'The tenant stores updated_at from the request body.'],
      'updated-at-adopted-beside-others': [
        'returned-only-members',
        'The tenant stores updated_at from the request body if a writable member is sent too.',
      ],
      'id-adopted': ['returned-only-members', 'The response contains the id from the request body.'],
      'stream-moved-to-id': [
        ['returned-only-members', 'streams-independent'],
        'The tenant changes the id of a stream to an id from the request body.',
      ],
    },
  },
]

const hourNs = 3_600_000_000_000n
const dayNs = 24n * hourNs

/** Returns the new `updated_at`, usually a later time. Part 3 of the specification requires only a change. */
export function updateTime(stream: EventStream, next: EventStream, empty: boolean, call: Call): bigint {
  const { variation, faulty } = call
  if (empty && !variation.emptyUpdateMovesUpdatedAt) return stream.updatedAt
  const toggles = next.state !== stream.state
  if (toggles && stays(next, call)) return stream.updatedAt
  const moved = timeMoved(stream.updatedAt, call)
  if (next.name !== stream.name && faulty('updated-at-back-by-renaming')) {
    const back = stream.updatedAt - 2_000_000_000n
    // A time too far in the past would violate another clause, too.
    return back < moved - 30_000_000_000n ? moved : back
  }
  if (faulty('updated-at-hour-ahead')) return moved + hourNs
  if (toggles && faulty('updated-at-minutes-ahead-by-toggling')) return moved + hourNs / 30n
  return faulty('updated-at-before-created-at') ? moved - hourNs : moved
}

export function creationTimes({
  state,
  variation,
  faulty,
}: Call): Pick<EventStream, 'createdAt' | 'updatedAt'> {
  const now = timeNow(variation.timestampDecimals, variation.clockOffsetMs)
  let createdAt = now
  if (faulty('times-hour-ahead')) createdAt += hourNs
  if (faulty('times-of-the-start')) createdAt = state.startedAt
  if (faulty('times-in-seconds')) createdAt /= 1_000n
  if (faulty('created-at-rounded-to-the-day')) return { createdAt: now - (now % dayNs), updatedAt: now }
  return { createdAt, updatedAt: createdAt - (faulty('updated-at-before-created-at') ? 1_000_000_000n : 0n) }
}

// Simulates two servers that respond in turns. A slow clock can set an earlier time, but never the same time.
function timeMoved(previous: bigint, { variation, count }: Call): bigint {
  const { timestampDecimals, clockSkewMs, clockOffsetMs } = variation
  if (clockSkewMs === 0) return timeAfter(previous, timestampDecimals, clockOffsetMs)
  const now = timeNow(timestampDecimals, count % 2 === 0 ? -clockSkewMs : 0)
  return now === previous ? timeAfter(previous, timestampDecimals) : now
}

function stays(next: EventStream, { body, faulty, mediaType, state }: Call): boolean {
  return (
    faulty('toggle-keeps-updated-at') ||
    (next.state === 'enabled' && faulty('enabling-keeps-updated-at')) ||
    (isObject(body) && Object.hasOwn(body, 'name') && faulty('toggle-beside-name-keeps-updated-at')) ||
    (mediaType === formType && faulty('toggle-by-form-keeps-updated-at')) ||
    ((state.toggles.get(next.id) ?? 0) > 2 && faulty('third-toggle-keeps-updated-at'))
  )
}

export function withAdoptedMembers(stream: EventStream, { body, faulty }: Call): EventStream {
  if (!isObject(body)) return stream
  let next = stream
  const time = (member: string): bigint | null => timeIn(String(body[member]))
  if (faulty('created-at-adopted')) next = { ...next, createdAt: time('created_at') ?? next.createdAt }
  const isBeside = ['name', 'subscriptions', 'destination'].some((member) => member in body)
  if (faulty('updated-at-adopted') || (isBeside && faulty('updated-at-adopted-beside-others')))
    next = { ...next, updatedAt: time('updated_at') ?? next.updatedAt }
  if (faulty('created-at-moves') && Object.keys(body).length > 0)
    next = { ...next, createdAt: next.updatedAt }
  if (typeof body.id === 'string') {
    if (faulty('id-adopted')) next = { ...next, shownId: body.id }
    if ([...body.id].length === streamIdCharacters && faulty('stream-moved-to-id'))
      next = { ...next, id: body.id }
  }
  return next
}
