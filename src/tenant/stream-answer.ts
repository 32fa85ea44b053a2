// Answers that return an event stream, and what a faulty tenant gets wrong in them (part 2.4).
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { type EventStream, present } from './event-stream.ts'
import type { FaultGroup } from './fault.ts'
import type { Answer, Call } from './route.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'created-at-missing': ['returned-members', 'created_at is missing in the answer.'],
      'updated-at-missing': ['returned-members', 'updated_at is missing in the answer.'],
      'subscriptions-missing': ['returned-members', 'subscriptions are missing in the answer.'],
      'destination-missing': ['returned-members', 'The destination is missing in the answer.'],
      'name-missing': ['returned-members', 'The name is missing in the answer.'],
      'name-null-returned': ['returned-name', 'The name of the answer is null.'],
      'name-object-returned': ['returned-name', 'The name of the answer is wrapped in an object.'],
      'subscriptions-strings-returned': [
        'returned-subscriptions',
        'The subscriptions of the answer are strings instead of objects.',
      ],
      'subscriptions-object-returned': [
        'returned-subscriptions',
        'The subscriptions of the answer are an object keyed by number.',
      ],
      'event-type-renamed': [
        'returned-subscriptions',
        'A subscription of the answer has type instead of event_type.',
      ],
      'destination-type-upper-case': [
        'returned-destination',
        'The type of the returned destination is WEBHOOK.',
      ],
      'endpoint-missing': ['returned-destination', 'The returned destination has no webhook_endpoint.'],
      'configuration-text-returned': ['returned-destination', 'The returned configuration is JSON text.'],
      'username-missing': ['returned-destination', 'The returned authorization has no username.'],
      'method-missing': ['returned-destination', 'The returned authorization has no method.'],
      'state-missing': ['returned-state', 'The forwarding-state field is missing in the answer.'],
      'state-upper-case-returned': ['returned-state', 'The returned forwarding state is in upper case.'],
      'state-boolean-returned': ['returned-state', 'The returned forwarding state is a boolean.'],
      'created-at-epoch': ['returned-timestamps', 'created_at is a number of seconds.'],
      'updated-at-offset': ['returned-timestamps', 'updated_at has the suffix +00:00 instead of Z.'],
      'created-at-without-zone': ['returned-timestamps', 'created_at has no suffix.'],
      'updated-at-http-date': ['returned-timestamps', 'updated_at is a date as in HTTP headers.'],
      'credential-returned': [
        'credentials-never-returned',
        'The returned authorization holds the credential that was sent.',
      ],
      'credential-masked-returned': [
        'credentials-never-returned',
        'The returned authorization has a masked member for the credential.',
      ],
      'credential-as-header-returned': [
        'credentials-never-returned',
        'The returned configuration holds the header that deliveries carry, the credential in base64.',
      ],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'id-of-25-returned': ['returned-id', 'The id of the answer lacks its last character.'],
      'id-of-27-returned': ['returned-id', 'The id of the answer has one character too many.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'id-of-25-returned': ['returned-id', 'The id of the answer lacks its last character.'],
      'id-of-27-returned': ['returned-id', 'The id of the answer has one character too many.'],
    },
  },
]

/** The answer with the full stream. */
export function streamAnswer(status: number, stream: EventStream, call: Call): Answer {
  return { status, body: distorted(present(stream, call.variation), stream, call) }
}

function distorted(body: JsonObject, stream: EventStream, { faulty, variation }: Call): JsonObject {
  const field = variation.stateField
  const changed: Record<string, Json | undefined> = { ...body }
  if (faulty('id-of-25-returned')) changed.id = stream.id.slice(0, -1)
  if (faulty('id-of-27-returned')) changed.id = `${stream.id}0`
  if (faulty('created-at-missing')) changed.created_at = undefined
  if (faulty('updated-at-missing')) changed.updated_at = undefined
  if (faulty('subscriptions-missing')) changed.subscriptions = undefined
  if (faulty('destination-missing')) changed.destination = undefined
  if (faulty('name-missing')) changed.name = undefined
  if (faulty('name-null-returned')) changed.name = null
  if (faulty('name-object-returned')) changed.name = { text: stream.name }
  const types = stream.subscriptions.map(({ event_type }) => event_type)
  if (faulty('subscriptions-strings-returned')) changed.subscriptions = types
  if (faulty('subscriptions-object-returned'))
    changed.subscriptions = Object.fromEntries(types.map((event_type, index) => [index, { event_type }]))
  if (faulty('event-type-renamed')) changed.subscriptions = types.map((type) => ({ type }))
  if (isObject(changed.destination))
    changed.destination = distortedDestination(changed.destination, stream, faulty)
  if (faulty('state-missing')) changed[field] = undefined
  if (faulty('state-upper-case-returned')) changed[field] = stream.state.toUpperCase()
  if (faulty('state-boolean-returned')) changed[field] = stream.state === 'enabled'
  if (faulty('created-at-epoch')) changed.created_at = Number(stream.createdAt / 1_000_000_000n)
  if (faulty('updated-at-offset')) changed.updated_at = String(body.updated_at).replace('Z', '+00:00')
  if (faulty('created-at-without-zone')) changed.created_at = String(body.created_at).slice(0, -1)
  if (faulty('updated-at-http-date'))
    changed.updated_at = new Date(Number(stream.updatedAt / 1_000_000n)).toUTCString()
  return Object.fromEntries(
    Object.entries(changed).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}

function distortedDestination(
  destination: JsonObject,
  { destination: kept }: EventStream,
  faulty: Call['faulty'],
): Json {
  const configuration = isObject(destination.configuration) ? { ...destination.configuration } : {}
  if (faulty('endpoint-missing')) delete configuration.webhook_endpoint
  const authorization = kept.authorization
  if (authorization !== null) {
    const shown: Record<string, Json> = { ...authorization.shown }
    if (faulty('username-missing')) delete shown.username
    if (faulty('method-missing')) delete shown.method
    if (faulty('credential-returned') && authorization.secret !== null) shown.password = authorization.secret
    if (faulty('credential-masked-returned')) shown.password = '********'
    if (faulty('credential-as-header-returned')) configuration.webhook_headers = authorization.header[1]
    configuration.webhook_authorization = shown
  }
  if (faulty('configuration-text-returned'))
    return { type: 'webhook', configuration: JSON.stringify(configuration) }
  return {
    type: faulty('destination-type-upper-case') ? 'WEBHOOK' : (destination.type ?? null),
    configuration,
  }
}
