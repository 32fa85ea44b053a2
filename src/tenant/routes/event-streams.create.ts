// Creates an event stream, with faults (part 4.4 of the specification).
import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { formType } from '../http/form.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import type { EventStream } from '../streams/event-stream.ts'
import { nameCharactersMax, requireFreeName } from '../streams/name.ts'
import { requireNameNeverUsed } from '../streams/removed-streams.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../streams/request.ts'
import { creationTimes } from '../streams/server-set-members.ts'
import { withStoredTexts, withTextsExchanged } from '../streams/stored-text-faults.ts'
import { streamResponse } from '../streams/stream-response.ts'
import { streamIdCharacters } from '../values/ids.ts'
import { timeIn, timeNow } from '../values/timestamp.ts'

const example: JsonObject = {
  name: 'example',
  subscriptions: [{ event_type: 'user.created' }],
  destination: {
    type: 'webhook',
    configuration: { webhook_endpoint: 'https://receiver.tenant.example/' },
  },
}

export const route: Route = {
  operation: 'event-streams.create',
  prefix: 'create',
  method: 'POST',
  path: '/event-streams',
  example,
  prepare(call) {
    try {
      const request = readCreate(call)
      return () => create(request, call)
    } catch (error) {
      if (call.faulty('refused-created-all-the-same')) createRefused(call)
      throw error
    }
  },
}

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.create'],
    seeds: {
      'stored-but-500': [['accepts', 'no-server-error'], 'Every third creation is executed, but gets 500.'],
      'without-name-accepted': ['required-members', 'A creation without name is accepted.'],
      'without-subscriptions-accepted': ['required-members', 'A creation without subscriptions is accepted.'],
      'form-in-latin-1': ['form-nested', 'The name in a form is decoded as ISO 8859-1.'],
      'form-plus-kept': ['form-nested', 'A plus sign in a form is not decoded to a space.'],
      'form-without-name-accepted': ['form-refused', 'A form without name creates a stream.'],
      'form-without-subscriptions-accepted': [
        'form-refused',
        'A form without subscriptions creates a stream.',
      ],
      'form-without-destination-accepted': ['form-refused', 'A form without destination creates a stream.'],
      'without-destination-accepted': ['required-members', 'A creation without destination is accepted.'],
      'state-required': [
        ['state-optional', 'accepts'],
        'A creation without the forwarding state is rejected.',
      ],
      'state-ignored': [['state-as-sent', 'state-values'], 'The forwarding state of a creation is ignored.'],
      'state-inverted': [
        ['state-as-sent', 'state-values'],
        'A stream is created with the opposite of the requested forwarding state.',
      ],
      'disabled-not-stored': [
        'stored',
        'A stream created as disabled is returned as disabled, but stored as enabled.',
      ],
      'name-stored-cut': ['stored', 'The name is returned unchanged, but stored without its last character.'],
      'name-stored-escaped': ['stored', 'Markup in a name is returned unchanged, but stored escaped.'],
      'username-stored-formatted': [
        'stored',
        'A user name is returned unchanged, but stored without its format placeholders.',
      ],
      'texts-of-one-length-exchanged': [
        ['name-as-sent', 'destination-as-sent'],
        'Name and user name of the new stream are swapped if they have the same length.',
      ],
      'authorization-not-stored': ['stored', 'The authorization is returned, but not stored.'],
      'created-at-stored-later': [
        'stored',
        'The stored created_at is one second later than the returned created_at.',
      ],
      'ids-from-the-clock': [
        ['ids-unique', 'stored', 'returned-only-members'],
        'The id of a stream depends only on the time of its creation in whole seconds.',
      ],
      'ids-from-names': ['ids-unique', 'The id of a stream depends only on its name.'],
      'ids-of-25': [
        ['returned-id', 'event-streams.update.returned-id'],
        'The ids of streams have 25 characters.',
      ],
      'ids-of-27': [
        ['returned-id', 'event-streams.update.returned-id'],
        'The ids of streams have 27 characters.',
      ],
      'nothing-kept': ['stored', 'A new stream is returned, but not stored.'],
      'made-twice': ['creates-one', 'A creation creates two streams and returns one of them.'],
      'disabled-made-twice': ['creates-one', 'The creation of a disabled stream creates two streams.'],
      'every-fifth-lost': ['stored', 'Every fifth new stream is returned, but not stored.'],
      'every-fifth-id-repeated': [
        [
          'ids-unique',
          'stored',
          'event-streams.update.id-unchanged',
          'event-streams.update.streams-independent',
        ],
        'Every fifth new stream gets the id of the previous stream and replaces it.',
      ],
      'id-given-again': ['ids-not-reused', 'A new stream gets the id of the last removed stream.'],
      'id-of-another-replaces': [
        'returned-only-members',
        'A creation with the id of an existing stream also changes that stream.',
      ],
      'id-adopted': ['returned-only-members', 'The tenant uses an id from the request body.'],
      'created-at-adopted': ['returned-only-members', 'The tenant stores created_at from the request body.'],
      'updated-at-adopted': ['returned-only-members', 'The tenant stores updated_at from the request body.'],
      'refused-created-all-the-same': [
        'refused-creates-nothing',
        'A rejected creation still creates a stream with the sent name.',
      ],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
    },
  },
]

const required = ['name', 'subscriptions', 'destination'] as const

/** Throws Invalid for a wrong body, and Refusal if a fault breaks the server. */
function readCreate(call: Call): StreamRequest {
  const { faulty, variation } = call
  if (Array.isArray(call.body) && faulty('body-array-500'))
    throw new Refusal(500, 'internal', 'No such property')
  const body = readObject(call) ?? example
  if (!Object.hasOwn(body, variation.stateField) && (variation.stateRequired || faulty('state-required')))
    throw new Invalid(`Missing required property ${variation.stateField}`)
  const needed = variation.requiredMembers === 'all' ? required : (['destination'] as const)
  const missing = needed.filter((member) => !Object.hasOwn(body, member))
  const refused = missing.find(
    (member) =>
      !faulty(`without-${member}-accepted`) &&
      !(call.mediaType === formType && faulty(`form-without-${member}-accepted`)),
  )
  if (refused !== undefined) throw new Invalid(`Missing required property ${refused}`)
  const request = readStreamRequest(body, call, false)
  return call.mediaType === formType && request.name !== undefined
    ? { ...request, name: withFormFaults(request.name, faulty) }
    : request
}

function withFormFaults(name: string, faulty: Call['faulty']): string {
  if (faulty('form-in-latin-1')) return Buffer.from(name).toString('latin1').slice(0, nameCharactersMax)
  return faulty('form-plus-kept') ? name.replaceAll(' ', '+') : name
}

function create(request: StreamRequest, call: Call): Answer {
  const { state, variation, faulty, count } = call
  const id = newId(call)
  const born = creationTimes(call)
  requireFreeName(request.name, id, call)
  requireNameNeverUsed(request.name, call)
  const stream: EventStream = {
    id,
    name: request.name ?? id,
    subscriptions: request.subscriptions ?? [{ event_type: variation.eventTypes?.[0] ?? 'user.created' }],
    destination: request.destination ?? { type: 'webhook', configuration: {}, authorization: null },
    state: initialState(request, call),
    ...(request.further === undefined ? {} : { further: request.further }),
    createdAt: timeSent(call, 'created_at') ?? born.createdAt,
    updatedAt: timeSent(call, 'updated_at') ?? born.updatedAt,
  }
  const exchanged = faulty('texts-of-one-length-exchanged') ? withTextsExchanged(stream) : stream
  const lost = faulty('nothing-kept') || (count % 5 === 0 && faulty('every-fifth-lost'))
  if (!lost) state.keepStream(stored(exchanged, faulty))
  if (faulty('made-twice') || (stream.state === 'disabled' && faulty('disabled-made-twice')))
    state.keepStream({ ...stream, id: state.ids.stream() })
  const sentId = isObject(call.body) ? call.body.id : undefined
  const other = typeof sentId === 'string' ? state.streams.get(sentId) : undefined
  if (other !== undefined && faulty('id-of-another-replaces')) state.keepStream({ ...stream, id: other.id })
  if (count % 3 === 0 && faulty('stored-but-500'))
    throw new Refusal(500, 'internal', 'The notification failed')
  return streamResponse(variation.success['event-streams.create'] ?? 201, exchanged, call)
}

function createRefused(call: Call): void {
  const name = isObject(call.body) ? call.body.name : undefined
  if (typeof name === 'string') create(readStreamRequest({ ...example, name }, call, false), call)
}

function newId({ state, faulty, body, count }: Call): string {
  const id = state.ids.stream()
  const last = [...state.streams.keys()].at(-1)
  if (count % 5 === 0 && last !== undefined && faulty('every-fifth-id-repeated')) return last
  const { lastRemoved } = state
  if (lastRemoved !== null && !state.streams.has(lastRemoved) && faulty('id-given-again')) return lastRemoved
  if (faulty('ids-from-the-clock')) return String(timeNow(0)).padStart(streamIdCharacters, '0')
  if (faulty('ids-from-names') && isObject(body))
    return createHash('sha256').update(String(body.name)).digest('hex').slice(0, streamIdCharacters)
  if (faulty('ids-of-25')) return id.slice(0, -1)
  if (faulty('ids-of-27')) return `${id}0`
  const sent = isObject(body) ? body.id : undefined
  const adopted = typeof sent === 'string' && sent.length === streamIdCharacters && faulty('id-adopted')
  return adopted ? sent : id
}

function initialState({ state }: StreamRequest, { variation, faulty }: Call): EventStream['state'] {
  if (state === undefined || faulty('state-ignored')) return variation.initialState
  if (faulty('state-inverted')) return state === 'enabled' ? 'disabled' : 'enabled'
  return state
}

function timeSent({ body, faulty }: Call, member: 'created_at' | 'updated_at'): bigint | null {
  const sent: Json | undefined = isObject(body) ? body[member] : undefined
  if (typeof sent !== 'string' || !faulty(`${member.replace('_', '-')}-adopted`)) return null
  return timeIn(sent)
}

function stored(stream: EventStream, faulty: Call['faulty']): EventStream {
  if (faulty('disabled-not-stored')) return { ...stream, state: 'enabled' }
  const withTexts = withStoredTexts(stream, faulty)
  if (withTexts !== null) return withTexts
  if (faulty('name-stored-cut')) return { ...stream, name: stream.name.slice(0, -1) || 'x' }
  if (faulty('authorization-not-stored'))
    return { ...stream, destination: { ...stream.destination, authorization: null } }
  if (faulty('created-at-stored-later')) return { ...stream, createdAt: stream.createdAt + 1_000_000_000n }
  return stream
}
