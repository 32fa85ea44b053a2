// Faults in which a refused update changes the stream (part 4.5 of the specification).
import { isObject } from '../../base/json.ts'
import { alsoBreaking, type FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import type { Call } from '../route.ts'
import type { State } from '../state.ts'
import { timeAfter } from '../values/timestamp.ts'
import type { Variation } from '../variations/variation.ts'
import type { EventStream } from './event-stream.ts'
import { readStreamRequest, type StreamRequest } from './request.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: { 'form-refused-stores': ['form-refused', 'A rejected form stores its valid members.'] },
  },
  {
    of: ['event-streams.update'],
    // These faults also violate the clause `any-sequence`, which tests sequences of updates.
    seeds: alsoBreaking('any-sequence', {
      'refused-stores-name': ['refused-changes-nothing', 'A rejected update stores its name.'],
      'refused-stores-subscriptions': [
        'refused-changes-nothing',
        'A rejected update stores its subscriptions.',
      ],
      'refused-stores-destination': ['refused-changes-nothing', 'A rejected update stores its destination.'],
      'refused-stores-state': ['refused-changes-nothing', 'A rejected update stores its forwarding state.'],
      'refused-stores-all-that-is-valid': [
        'refused-changes-nothing',
        'A rejected update stores its valid members.',
      ],
      'refused-moves-updated-at': ['refused-changes-nothing', 'A rejected update changes updated_at.'],
      'malformed-moves-updated-at': [
        'refused-changes-nothing',
        'An update whose body is not JSON changes updated_at.',
      ],
      'refused-token-moves-updated-at': [
        'refused-changes-nothing',
        'An update with a rejected token changes updated_at.',
      ],
      'refused-disables': ['refused-changes-nothing', 'A rejected update disables the stream.'],
    }),
  },
]

export function touch(id: string, state: State, { timestampDecimals }: Variation): void {
  const stream = state.streams.get(id)
  if (stream !== undefined)
    state.keepStream({ ...stream, updatedAt: timeAfter(stream.updatedAt, timestampDecimals) })
}

const members = ['name', 'subscriptions', 'destination', 'state'] as const

export function storeRefused(call: Call): void {
  const { id, body, state, faulty, variation, mediaType } = call
  const stream = state.streams.get(id)
  if (stream === undefined || !isObject(body)) return
  let kept: EventStream = stream
  if (faulty('refused-moves-updated-at'))
    kept = { ...kept, updatedAt: timeAfter(kept.updatedAt, variation.timestampDecimals) }
  if (faulty('refused-disables')) kept = { ...kept, state: 'disabled' }
  for (const member of members) {
    const stores =
      faulty(`refused-stores-${member}`) ||
      faulty('refused-stores-all-that-is-valid') ||
      (mediaType === formType && faulty('form-refused-stores'))
    if (!stores) continue
    const field = member === 'state' ? variation.stateField : member
    const sent = body[field]
    if (sent !== undefined) kept = { ...kept, ...valid({ [field]: sent }, call) }
  }
  if (kept !== stream) state.keepStream(kept)
}

function valid(body: Parameters<typeof readStreamRequest>[0], call: Call): StreamRequest {
  try {
    return readStreamRequest(body, call, true)
  } catch {
    return {}
  }
}
