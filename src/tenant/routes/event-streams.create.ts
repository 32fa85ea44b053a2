// Creating an event stream (part 4.4), and the faults of it.
import { createHash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { streamAnswer } from '../streams/answer.ts'
import type { EventStream } from '../streams/event-stream.ts'
import { readObject, readStreamRequest, type StreamRequest } from '../streams/request.ts'
import { streamIdCharacters } from '../values/ids.ts'
import { timeNow } from '../values/timestamp.ts'

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
      'stored-but-500': ['accepts', 'Every third creation is carried out and answered with 500.'],
      'without-name-accepted': ['required-members', 'A creation without name is accepted.'],
      'without-subscriptions-accepted': ['required-members', 'A creation without subscriptions is accepted.'],
      'without-destination-accepted': ['required-members', 'A creation without destination is accepted.'],
      'state-required': [
        ['state-optional', 'accepts'],
        'A creation without the forwarding state is refused.',
      ],
      'state-ignored': [['state-as-sent', 'state-values'], 'The forwarding state of a creation is ignored.'],
      'state-inverted': [
        ['state-as-sent', 'state-values'],
        'A stream is created in the other state than the one that was sent.',
      ],
      'disabled-not-stored': [
        'stored',
        'A stream that is created disabled is returned so and stored as enabled.',
      ],
      'name-stored-cut': [
        'stored',
        'The name is returned as it was sent and stored without its last character.',
      ],
      'authorization-not-stored': ['stored', 'The authorization is returned and not stored.'],
      'created-at-stored-later': ['stored', 'The stored created_at is a second after the returned one.'],
      'ids-from-the-clock': [
        ['ids-unique', 'stored', 'returned-only-members'],
        'The id of a stream is made of the second of its creation.',
      ],
      'ids-from-names': ['ids-unique', 'The id of a stream is made of its name.'],
      'ids-of-25': [
        ['returned-id', 'event-streams.update.returned-id'],
        'The ids of streams have 25 characters.',
      ],
      'ids-of-27': [
        ['returned-id', 'event-streams.update.returned-id'],
        'The ids of streams have 27 characters.',
      ],
      'id-adopted': ['returned-only-members', 'An id that is sent becomes that of the stream.'],
      'created-at-adopted': ['returned-only-members', 'A created_at that is sent is stored.'],
      'updated-at-adopted': ['returned-only-members', 'An updated_at that is sent is stored.'],
      'refused-created-all-the-same': [
        'refused-creates-nothing',
        'A creation with an invalid member is refused, and makes a stream of the rest.',
      ],
      'body-array-500': ['no-server-error', 'An array as body gets 500.'],
      'name-number-500': ['no-server-error', 'A number as name gets 500.'],
    },
  },
]

const required = ['name', 'subscriptions', 'destination'] as const

function readCreate(call: Call): StreamRequest {
  const { faulty, variation } = call
  if (Array.isArray(call.body) && faulty('body-array-500'))
    throw new Refusal(500, 'internal', 'No such property')
  const body = readObject(call) ?? example
  if (typeof body.name === 'number' && faulty('name-number-500'))
    throw new Refusal(500, 'internal', 'name.trim is not a function')
  if (!Object.hasOwn(body, variation.stateField) && (variation.stateRequired || faulty('state-required')))
    throw new Invalid(`Missing required property ${variation.stateField}`)
  const needed = variation.requiredMembers === 'all' ? required : (['destination'] as const)
  const missing = needed.filter((member) => !Object.hasOwn(body, member))
  const refused = missing.find((member) => !faulty(`without-${member}-accepted`))
  if (refused !== undefined) throw new Invalid(`Missing required property ${refused}`)
  const filled = missing.length === 0 ? body : { ...example, ...body }
  return readStreamRequest(filled, call, false)
}

function create(request: StreamRequest, call: Call): Answer {
  const { state, variation, faulty, count } = call
  const id = newId(call)
  const now = timeNow(variation.timestampDecimals)
  const stream: EventStream = {
    id,
    name: request.name ?? id,
    subscriptions: request.subscriptions ?? [{ event_type: variation.eventTypes?.[0] ?? 'user.created' }],
    destination: request.destination ?? { type: 'webhook', configuration: {}, authorization: null },
    state: initialState(request, call),
    createdAt: timeSent(call, 'created_at') ?? now,
    updatedAt: timeSent(call, 'updated_at') ?? now,
  }
  state.keep(stored(stream, faulty))
  if (count % 3 === 0 && faulty('stored-but-500'))
    throw new Refusal(500, 'internal', 'The notification failed')
  return streamAnswer(variation.success['event-streams.create'] ?? 201, stream, call)
}

function createRefused(call: Call): void {
  const name = isObject(call.body) ? call.body.name : undefined
  if (typeof name === 'string') create(readStreamRequest({ ...example, name }, call, false), call)
}

function newId({ state, faulty, body }: Call): string {
  const id = state.ids.stream()
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
  const epochMs = Date.parse(sent)
  return Number.isNaN(epochMs) ? null : BigInt(epochMs) * 1_000_000n
}

function stored(stream: EventStream, faulty: Call['faulty']): EventStream {
  if (faulty('disabled-not-stored')) return { ...stream, state: 'enabled' }
  if (faulty('name-stored-cut')) return { ...stream, name: stream.name.slice(0, -1) || 'x' }
  if (faulty('authorization-not-stored'))
    return { ...stream, destination: { ...stream.destination, authorization: null } }
  if (faulty('created-at-stored-later')) return { ...stream, createdAt: stream.createdAt + 1_000_000_000n }
  return stream
}
