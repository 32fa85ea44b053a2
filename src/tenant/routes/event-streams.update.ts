// Updates an event stream, with faults (parts 3 and 4.5 of the specification).

import { uriEncoded } from '../../base/uri.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { type EventStream, unknownStream } from '../streams/event-stream.ts'
import { withInteractions } from '../streams/member-interactions.ts'
import { isIgnoredName, requireFreeName } from '../streams/name.ts'
import { storeRefused } from '../streams/refused-update.ts'
import { removedStream } from '../streams/removed-streams.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../streams/request.ts'
import { updateTime, withAdoptedMembers } from '../streams/server-set-members.ts'
import { changeOtherStreams, storedStream } from '../streams/storage-faults.ts'
import { streamResponse } from '../streams/stream-response.ts'
import { toggled } from '../streams/toggle.ts'
import { noteRefusedName, sequenceChanges } from '../streams/update-sequences.ts'
import { changedMembers } from '../streams/updated-members.ts'
import { streamIdCharacters } from '../values/ids.ts'
import { resolveId } from '../values/path-id.ts'
import { timeNow } from '../values/timestamp.ts'

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
      noteRefusedName(call)
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
        'An update of the name is rejected.',
      ],
      'same-name-refused': ['same-name', 'An update with the current name of the stream is rejected.'],
      'empty-update-refused': [
        ['empty-update', 'id-unchanged', 'updated-at-never-back'],
        'An empty update is rejected.',
      ],
      'id-of-25-completed': [
        'path-id-length',
        'A path id without its last characters still finds the stream.',
      ],
      'id-of-27-cut': ['path-id-length', 'A path id of 27 characters is cut to 26.'],
      'over-long-id-cut': ['path-id-length', 'A path id of more than 27 characters is cut to 26.'],
      'id-of-25-500': ['no-server-error', 'A path id of 25 characters gets 500.'],
      'writes-back-what-it-read': [
        'updates-at-once',
        'An update reads the stream and later overwrites all its members, so a parallel update is lost.',
      ],
      'other-id-updates': [
        'other-id',
        "An update with an id that differs from a stream's id in the last character gets 404, but renames the stream.",
      ],
      'unknown-id-created': ['unknown-id', 'An update of a stream that does not exist creates the stream.'],
      'unknown-id-500': [
        ['unknown-id', 'no-server-error'],
        'An update of a stream that does not exist gets 500.',
      ],
      'unknown-id-302': ['unknown-id', 'An update of a stream that does not exist gets a redirect.'],
      'unknown-id-204': [
        ['unknown-id', 'response-json'],
        'An update of a stream that does not exist gets 204.',
      ],
      'form-plus-kept': ['form-body', 'A plus sign in a form is not decoded to a space.'],
      'form-edges-trimmed': ['form-body', 'White space around a name in a form is removed.'],
      'form-name-counted-as-written': [
        'form-body',
        'The tenant counts the length of a name in a form before it decodes the form.',
      ],
      'form-second-member-lost': ['form-body', 'If a form contains name, its other members are lost.'],
      'form-empty-enables': ['form-body', 'An empty form enables the stream.'],
      'form-number-refused': ['form-body', 'A form with a name that looks like a number is rejected.'],
      'form-state-ignored': ['form-body', 'The forwarding state in a form is ignored.'],
      'form-resets-subscriptions': [
        ['form-body', 'other-media-type'],
        'A form without subscriptions replaces them with one default subscription.',
      ],
      'form-empty-resets': [['form-body', 'strange-request'], 'An empty form disables the stream.'],
      'form-ignored': ['form-body', 'The tenant ignores the members of a form body.'],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
      // Only this operation has the fault. A default run sends a number as name only in updates.
      'name-number-500': ['no-server-error', 'A number as name gets 500.'],
    },
  },
]

function readId({ id: written, variation, faulty, state }: Call): string {
  const id = resolveId(written, [...state.streams.keys()], faulty)
  const characters = [...id].length
  // An id of another length is valid only if a stream has it, or if a fault accepts it.
  if (characters === streamIdCharacters || state.streams.has(id)) return id
  const near = [...state.streams.keys()].find((known) => known.startsWith(id))
  if (near !== undefined && faulty('id-of-25-completed')) return near
  const cut = [...id].slice(0, streamIdCharacters).join('')
  if (characters === streamIdCharacters + 1 && faulty('id-of-27-cut')) return cut
  if (characters > streamIdCharacters + 1 && faulty('over-long-id-cut')) return cut
  if (characters === streamIdCharacters - 1 && faulty('id-of-25-500'))
    throw new Refusal(500, 'internal', 'No such shard')
  throw new Refusal(variation.malformedStreamIdStatus, 'invalid_uri', 'The id does not have 26 characters')
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
  if (/^\d+$/.test(request.name ?? '') && faulty('form-number-refused'))
    throw new Invalid('Expected type string on property name')
  if (faulty('form-resets-subscriptions') && request.subscriptions === undefined)
    return { ...request, subscriptions: [{ event_type: 'reset.event' }] }
  if (Object.keys(request).length === 0 && faulty('form-empty-resets')) return { state: 'disabled' }
  if (Object.keys(request).length === 0 && faulty('form-empty-enables')) return { state: 'enabled' }
  if (uriEncoded(request.name ?? '').length > 600 && faulty('form-name-counted-as-written'))
    throw new Invalid('String is too long on property name')
  if (request.name !== undefined && faulty('form-edges-trimmed'))
    return { ...request, name: request.name.trim() }
  if (request.name !== undefined && faulty('form-second-member-lost')) return { name: request.name }
  const { state, ...rest } = request
  if (state !== undefined && faulty('form-state-ignored')) return rest
  if (request.name !== undefined && faulty('form-plus-kept'))
    return { ...request, name: request.name.replaceAll(' ', '+') }
  return request
}

function update(id: string, request: StreamRequest, call: Call): Answer {
  const { state, variation, faulty } = call
  if (!state.streams.has(id)) updateOther(id, request, call)
  const stream = visible(id, call) ?? removedStream(id, call) ?? unknown(id, call)
  if (stream === null) return { status: 204 }
  const empty = Object.keys(request).length === 0
  if (empty && faulty('empty-update-refused')) throw new Refusal(400, 'invalid_body', 'Nothing to update')
  if (request.name !== undefined && faulty('renaming-refused'))
    throw new Refusal(400, 'invalid_body', 'A stream cannot be renamed')
  if (request.name === stream.name && faulty('same-name-refused'))
    throw new Refusal(409, 'name_taken', 'A stream already has this name')
  if (request.state === stream.state && variation.sameState === 'refused')
    throw new Refusal(409, 'no_change', `The stream is already ${stream.state}`)
  requireFreeName(request.name, id, call)
  const { name, ...others } = request
  const ignored = name !== undefined && isIgnoredName(name, stream.name, faulty)
  const changed = changedMembers(stream, ignored ? others : request, call)
  const { state: sent } = changed
  const taken = sent === undefined ? changed : { ...changed, state: toggled(stream, sent, call) }
  const next = { ...stream, ...withInteractions(stream, taken, request, faulty) }
  const further = request.further && { further: { ...stream.further, ...request.further } }
  const moved = { ...next, ...further, updatedAt: updateTime(stream, next, empty, call) }
  const updated = withAdoptedMembers({ ...moved, ...sequenceChanges(stream, request, next, call) }, call)
  if (updated.id !== stream.id) state.removeStream(stream.id)
  if (call.mediaType !== formType || !faulty('form-answered-not-stored'))
    state.keepStream(storedStream(updated, stream, faulty))
  changeOtherStreams(stream, updated, call)
  return streamResponse(variation.success['event-streams.update'] ?? 200, updated, call)
}

// A variation can make a new stream visible only after a delay.
function visible(id: string, { state, variation }: Call): EventStream | undefined {
  const stream = state.streams.get(id)
  const { visibleAfterMs } = variation
  if (stream === undefined || visibleAfterMs === 0) return stream
  return timeNow(9) - stream.createdAt < BigInt(visibleAfterMs) * 1_000_000n ? undefined : stream
}

function updateOther(id: string, { name }: StreamRequest, { state, faulty }: Call): void {
  const other = [...state.streams.values()].find((one) => one.id.slice(0, -1) === id.slice(0, -1))
  if (other !== undefined && name !== undefined && faulty('other-id-updates'))
    state.keepStream({ ...other, name })
}

// Throws Refusal. With a fault, returns a new stream, or null for a response without a body.
function unknown(id: string, { variation, faulty, state }: Call): EventStream | null {
  const [some] = state.streams.values()
  if (some !== undefined && faulty('unknown-id-created')) return { ...some, id }
  if (faulty('unknown-id-204')) return null
  if (faulty('unknown-id-302')) throw new Refusal(302, 'found', 'Moved to the list')
  if (faulty('unknown-id-500')) throw new Refusal(500, 'internal', 'No row')
  throw unknownStream(variation.unknownStreamStatus)
}
