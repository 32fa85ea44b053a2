// Sets time stamps and id of a stream (parts 2.4 and 3), with faults.
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
        'A new stream has times by a clock of another time zone, an hour ahead.',
      ],
      'times-of-the-start': [
        ['times-current', 'event-streams.update.updated-at-never-back'],
        'Every new stream has the time at which the tenant was started.',
      ],
      'times-in-seconds': [
        ['times-current', 'event-streams.update.times-current'],
        'Seconds since 1970 are taken for milliseconds.',
      ],
      'created-at-rounded-to-the-day': [
        ['times-current', 'event-streams.update.times-current'],
        'created_at of a new stream is the beginning of the day.',
      ],
      'updated-at-before-created-at': [
        ['times-current', 'event-streams.update.updated-at-never-back'],
        'updated_at of a new stream is a second before created_at.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'toggle-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at stays when the forwarding state changes.',
      ],
      'enabling-keeps-updated-at': ['toggle-moves-updated-at', 'updated_at stays when a stream is enabled.'],
      'toggle-keeps-updated-at-in-reads': [
        'toggle-moves-updated-at',
        'A change of the forwarding state moves updated_at in its response alone.',
      ],
      'toggle-beside-name-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at stays when the forwarding state changes together with the name.',
      ],
      'toggle-by-form-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at stays when the forwarding state changes by a form.',
      ],
      'third-toggle-keeps-updated-at': [
        'toggle-moves-updated-at',
        'updated_at stays from the third change of the forwarding state on.',
      ],
      'updated-at-before-created-at': [
        'updated-at-never-back',
        'After an update updated_at is an hour behind.',
      ],
      'updated-at-back-by-renaming': [
        'updated-at-never-back',
        'updated_at goes back by two seconds when the name changes.',
      ],
      'updated-at-hour-ahead': [
        ['times-current', 'updated-at-never-back'],
        'updated_at of an update is by a clock of another time zone, an hour ahead.',
      ],
      'updated-at-minutes-ahead-by-toggling': [
        ['times-current', 'updated-at-never-back'],
        'updated_at is two minutes ahead after a change of the forwarding state.',
      ],
      'created-at-moves': [['id-unchanged', 'any-sequence'], 'created_at moves with an update.'],
      'created-at-adopted': ['returned-only-members', 'A created_at that is sent is stored.'],
      'updated-at-adopted': ['returned-only-members', 'An updated_at that is sent is stored.'],
      'updated-at-adopted-beside-others': [
        'returned-only-members',
        'An updated_at that is sent beside a member that may be set is stored.',
      ],
      'id-adopted': ['returned-only-members', 'An id that is sent is shown as that of the stream.'],
      'stream-moved-to-id': [
        ['returned-only-members', 'streams-independent'],
        'An id that is sent becomes that of the stream, which is no longer found under its own.',
      ],
    },
  },
]

const hourNs = 3_600_000_000_000n
const dayNs = 24n * hourNs

/** Every change advances updated_at (part 3); for empty updates the variation decides. */
export function updateTime(stream: EventStream, next: EventStream, empty: boolean, call: Call): bigint {
  const { variation, faulty } = call
  if (empty && !variation.emptyUpdateMovesUpdatedAt) return stream.updatedAt
  const toggles = next.state !== stream.state
  if (toggles && stays(next, call)) return stream.updatedAt
  const moved = timeMoved(stream.updatedAt, call)
  if (next.name !== stream.name && faulty('updated-at-back-by-renaming')) {
    const back = stream.updatedAt - 2_000_000_000n
    // Stays within the allowed clock difference, to break no other clause.
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

// Two nodes in turns: the slow clock may set an earlier time, never the same one.
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
