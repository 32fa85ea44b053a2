// Responses that contain an event stream, with faults (parts 2.4, 4.4 and 4.5 of the specification).
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { FaultGroup, Seed } from '../faults/fault.ts'
import type { Answer, Call } from '../route.ts'
import { type EventStream, present } from './event-stream.ts'

// A wrong member also violates these clauses, which compare it with the request or the stored stream.
interface Also {
  readonly name: readonly string[]
  readonly subscriptions: readonly string[]
  readonly destination: readonly string[]
  readonly state: readonly string[]
  readonly createdAt: readonly string[]
  readonly updatedAt: readonly string[]
  readonly credential: readonly string[]
}

const alsoByCreate: Also = {
  name: ['name-as-sent', 'name-length', 'name-length-characters', 'stored'],
  subscriptions: ['subscriptions-as-sent', 'stored'],
  destination: ['destination-as-sent', 'stored'],
  state: ['state-as-sent', 'state-values', 'stored'],
  createdAt: ['stored'],
  updatedAt: [],
  credential: ['stored'],
}

const alsoByUpdate: Also = {
  name: [
    ...['name-changes', 'name-length', 'name-length-characters', 'empty-update', 'form-body'],
    ...['several-members', 'streams-independent'],
  ],
  subscriptions: [
    ...['subscriptions-change', 'subscriptions-never-empty', 'empty-update', 'several-members'],
    'streams-independent',
  ],
  destination: ['destination-changes', 'empty-update', 'several-members', 'streams-independent'],
  state: [
    ...['enabled-to-disabled', 'disabled-to-enabled', 'toggles-repeatedly', 'same-state', 'state-values'],
    ...['empty-update', 'form-body', 'several-members', 'streams-independent'],
  ],
  createdAt: ['id-unchanged'],
  updatedAt: ['toggle-moves-updated-at'],
  credential: ['empty-update', 'streams-independent'],
}

const seedsWith = (also: Also): Readonly<Record<string, Seed>> => {
  const name = ['returned-name', ...also.name]
  const subscriptions = ['returned-subscriptions', ...also.subscriptions]
  const destination = ['returned-destination', ...also.destination]
  const state = ['returned-state', ...also.state]
  const times = ['returned-timestamps', ...also.createdAt]
  const credential = ['credentials-never-returned', ...also.credential]
  return {
    'name-missing': [['returned-members', ...also.name], 'The name is missing from the response.'],
    'subscriptions-missing': [
      ['returned-members', ...also.subscriptions],
      'subscriptions are missing from the response.',
    ],
    'destination-missing': [
      ['returned-members', ...also.destination],
      'The destination is missing from the response.',
    ],
    'created-at-missing': [
      ['returned-members', ...also.createdAt],
      'created_at is missing from the response.',
    ],
    'updated-at-missing': [
      ['returned-members', ...also.updatedAt],
      'updated_at is missing from the response.',
    ],
    'name-null-returned': [name, 'The name in the response is null.'],
    'name-object-returned': [name, 'The name in the response is wrapped in an object.'],
    'subscriptions-strings-returned': [
      subscriptions,
      'The subscriptions in the response are strings instead of objects.',
    ],
    'subscriptions-object-returned': [
      subscriptions,
      'The subscriptions in the response are an object keyed by number.',
    ],
    'event-type-renamed': [subscriptions, 'A subscription in the response has type instead of event_type.'],
    'destination-type-upper-case': [destination, 'The type of the returned destination is WEBHOOK.'],
    'endpoint-missing': [destination, 'The returned destination has no webhook_endpoint.'],
    'configuration-text-returned': [destination, 'The returned configuration is JSON text.'],
    'username-missing': [destination, 'The returned authorization has no username.'],
    'method-missing': [destination, 'The returned authorization has no method.'],
    'state-missing': [state, 'The forwarding-state field is missing from the response.'],
    'state-upper-case-returned': [state, 'The returned forwarding state is in upper case.'],
    'state-boolean-returned': [state, 'The returned forwarding state is a boolean.'],
    'created-at-epoch': [times, 'created_at is a number of seconds.'],
    'created-at-without-zone': [times, 'created_at lacks the suffix Z.'],
    'created-at-31-february': [times, 'created_at names 31 February, a day that does not exist.'],
    'updated-at-24-00': ['returned-timestamps', 'updated_at has the hour 24.'],
    'updated-at-small-z': ['returned-timestamps', 'updated_at ends in a lower-case z.'],
    'updated-at-with-space': ['returned-timestamps', 'updated_at has a space in place of the T.'],
    'updated-at-offset': ['returned-timestamps', 'updated_at has the suffix +00:00 instead of Z.'],
    'updated-at-http-date': ['returned-timestamps', 'updated_at is in the date format of HTTP headers.'],
    'credential-returned': [
      credential,
      'The returned authorization contains the credential from the request.',
    ],
    'credential-masked-returned': [
      credential,
      'The returned authorization contains the credential in masked form.',
    ],
    'credential-as-header-returned': [
      credential,
      'The returned configuration contains the Authorization header of deliveries, with the credential in base64.',
    ],
  }
}

export const faults: readonly FaultGroup[] = [
  { of: ['event-streams.create'], seeds: seedsWith(alsoByCreate) },
  {
    of: ['event-streams.update'],
    seeds: {
      ...seedsWith(alsoByUpdate),
      'id-of-25-returned': [
        ['returned-id', 'id-unchanged', 'stored'],
        'The id in the response lacks its last character.',
      ],
      'id-of-27-returned': [
        ['returned-id', 'id-unchanged', 'stored'],
        'The id in the response has one extra character.',
      ],
      'credential-returned-by-empty-update': [
        'credentials-never-returned',
        'The response to an empty update contains the credential.',
      ],
      'credential-returned-with-new-destination': [
        'credentials-never-returned',
        'The response to an update of the destination contains the credential.',
      ],
    },
  },
]

export function streamResponse(status: number, stream: EventStream, call: Call): Answer {
  return { status, body: distorted(present(stream, call.variation), stream, call) }
}

function distorted(body: JsonObject, stream: EventStream, call: Call): JsonObject {
  const { faulty, variation } = call
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
    changed.destination = distortedDestination(changed.destination, stream, call)
  if (faulty('state-missing')) changed[field] = undefined
  if (faulty('state-upper-case-returned')) changed[field] = stream.state.toUpperCase()
  if (faulty('state-boolean-returned')) changed[field] = stream.state === 'enabled'
  if (faulty('created-at-epoch')) changed.created_at = Number(stream.createdAt / 1_000_000_000n)
  if (faulty('created-at-31-february'))
    changed.created_at = String(body.created_at).replace(/-\d\d-\d\dT/, '-02-31T')
  if (faulty('updated-at-24-00')) changed.updated_at = String(body.updated_at).replace(/T\d\d/, 'T24')
  if (faulty('updated-at-small-z')) changed.updated_at = String(body.updated_at).replace('Z', 'z')
  if (faulty('updated-at-with-space')) changed.updated_at = String(body.updated_at).replace('T', ' ')
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
  { faulty, body }: Call,
): Json {
  const configuration = isObject(destination.configuration) ? { ...destination.configuration } : {}
  if (faulty('endpoint-missing')) delete configuration.webhook_endpoint
  const authorization = kept.authorization
  if (authorization !== null) {
    const shown: Record<string, Json> = { ...authorization.shown }
    if (faulty('username-missing')) delete shown.username
    if (faulty('method-missing')) delete shown.method
    const leaks =
      faulty('credential-returned') ||
      (isObject(body) && Object.keys(body).length === 0 && faulty('credential-returned-by-empty-update')) ||
      (isObject(body) && 'destination' in body && faulty('credential-returned-with-new-destination'))
    if (leaks && authorization.secret !== null) shown.password = authorization.secret
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
