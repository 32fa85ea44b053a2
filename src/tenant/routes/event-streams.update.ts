// Updating an event stream (parts 3 and 4.5), and the faults of it.

import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Refusal } from '../http/refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { streamAnswer } from '../streams/answer.ts'
import type { EventStream } from '../streams/event-stream.ts'
import { changedMembers } from '../streams/members.ts'
import { storeRefused } from '../streams/refused.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../streams/request.ts'
import { afterwards, noteRefused } from '../streams/sequence.ts'
import { spill, stored } from '../streams/storage.ts'
import { adopted, movedTime } from '../streams/time.ts'
import { together } from '../streams/together.ts'
import { toggled } from '../streams/toggle.ts'
import { streamIdCharacters } from '../values/ids.ts'

export const route: Route = {
  operation: 'event-streams.update',
  prefix: 'update',
  method: 'PATCH',
  path: '/event-streams/{id}',
  example: {},
  prepare(call) {
    const id = readId(call)
    try {
      const request = readUpdate(call)
      return () => update(id, request, call)
    } catch (error) {
      storeRefused(call)
      noteRefused(call)
      throw error
    }
  },
  exists: (id, { streams }) => streams.has(id),
}

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.update'],
    seeds: {
      'renaming-refused': [
        [
          ...[
            'name-changes',
            'empty-update',
            'several-members',
            'form-body',
            'id-unchanged',
            'rest-unchanged',
          ],
          ...['stored', 'streams-independent', 'updated-at-never-back', 'name-length', 'any-sequence'],
          'name-length-characters',
        ],
        'An update of the name is refused.',
      ],
      'empty-update-refused': [
        ['empty-update', 'id-unchanged', 'updated-at-never-back'],
        'An empty update is refused.',
      ],
      'id-of-25-completed': [
        'path-id-length',
        'A path id that lacks its last characters names a stream all the same.',
      ],
      'id-of-27-cut': ['path-id-length', 'A path id that is too long is cut to 26 characters.'],
      'over-long-id-cut': ['path-id-length', 'A path id of more than 27 characters is cut to 26.'],
      'id-of-25-500': ['no-server-error', 'A path id of 25 characters gets 500.'],
      'unknown-id-created': ['unknown-id', 'An update of a stream that does not exist creates it.'],
      'unknown-id-500': [
        ['unknown-id', 'no-server-error'],
        'An update of a stream that does not exist gets 500.',
      ],
      'unknown-id-204': [
        ['unknown-id', 'response-json'],
        'An update of a stream that does not exist gets 204.',
      ],
      'form-plus-kept': ['form-body', 'A plus sign in a form is not decoded to a space.'],
      'form-state-ignored': ['form-body', 'The forwarding state is ignored in a form.'],
      'form-ignored': ['form-body', 'A form is taken for an empty update.'],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
      'name-number-500': ['no-server-error', 'A number as name gets 500.'],
    },
  },
]

function readId({ id, variation, faulty, state }: Call): string {
  const characters = [...id].length
  // Only a faulty tenant has streams with ids of another length.
  if (characters === streamIdCharacters || state.streams.has(id)) return id
  const near = [...state.streams.keys()].find((known) => known.startsWith(id))
  if (near !== undefined && faulty('id-of-25-completed')) return near
  const cut = [...id].slice(0, streamIdCharacters).join('')
  if (characters === streamIdCharacters + 1 && faulty('id-of-27-cut')) return cut
  if (characters > streamIdCharacters + 1 && faulty('over-long-id-cut')) return cut
  if (characters === streamIdCharacters - 1 && faulty('id-of-25-500'))
    throw new Refusal(500, 'internal', 'No such shard')
  throw new Refusal(variation.malformedStreamIdStatus, 'invalid_uri', 'The id has not 26 characters')
}

function readUpdate(call: Call): StreamRequest {
  const { faulty } = call
  if (Array.isArray(call.body) && faulty('body-array-500'))
    throw new Refusal(500, 'internal', 'No such property')
  const body = readObject(call) ?? {}
  if (typeof body.name === 'number' && faulty('name-number-500'))
    throw new Refusal(500, 'internal', 'name.trim is not a function')
  const request = readStreamRequest(body, call, true)
  return call.mediaType === formType ? fromForm(request, faulty) : request
}

function fromForm(request: StreamRequest, faulty: Call['faulty']): StreamRequest {
  if (faulty('form-ignored')) return {}
  const { state, ...rest } = request
  if (state !== undefined && faulty('form-state-ignored')) return rest
  if (request.name !== undefined && faulty('form-plus-kept'))
    return { ...request, name: request.name.replaceAll(' ', '+') }
  return request
}

function update(id: string, request: StreamRequest, call: Call): Answer {
  const { state, variation, faulty } = call
  const stream = state.streams.get(id) ?? unknown(id, call)
  if (stream === null) return { status: 204 }
  const empty = Object.keys(request).length === 0
  if (empty && faulty('empty-update-refused')) throw new Refusal(400, 'invalid_body', 'Nothing to update')
  if (request.name !== undefined && faulty('renaming-refused'))
    throw new Refusal(400, 'invalid_body', 'A stream can not be renamed')
  if (request.state === stream.state && variation.sameState === 'refused')
    throw new Refusal(409, 'no_change', `The stream is already ${stream.state}`)
  const changed = changedMembers(stream, request, call)
  const { state: sent } = changed
  const taken = sent === undefined ? changed : { ...changed, state: toggled(stream, sent, call) }
  const next = { ...stream, ...together(stream, taken, request, faulty) }
  const moved = { ...next, updatedAt: movedTime(stream, next, empty, call) }
  const updated = adopted({ ...moved, ...afterwards(stream, request, next, call) }, call)
  if (updated.id !== stream.id) state.remove(stream.id)
  state.keep(stored(updated, stream, faulty))
  spill(stream, updated, call)
  return streamAnswer(variation.success['event-streams.update'] ?? 200, updated, call)
}

// Throws Refusal; only a faulty tenant returns: a stream made on the way, or null where it answers without one.
function unknown(id: string, { variation, faulty, state }: Call): EventStream | null {
  const [some] = state.streams.values()
  if (some !== undefined && faulty('unknown-id-created')) return { ...some, id }
  if (faulty('unknown-id-204')) return null
  if (faulty('unknown-id-500')) throw new Refusal(500, 'internal', 'No row')
  throw new Refusal(
    variation.unknownStreamStatus,
    'inexistent_event_stream',
    'The event stream does not exist',
  )
}
