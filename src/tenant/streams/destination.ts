// Reads a webhook destination, with faults (part 2.4 of the specification).

import { isObject, type Json, type JsonObject, typeOf } from '../../base/json.ts'
import { parsedUrl } from '../../base/uri.ts'
import type { FaultGroup, Seed } from '../faults/fault.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import { isAcceptedText, storedText } from '../values/stored-text.ts'
import { alteredText, textFaultSeeds } from '../values/text-faults.ts'
import { refuseUnknown, requireObject, requireString } from '../values/validation.ts'
import { deliveryTarget } from './delivery-target.ts'
import { type Authorization, credentialMember, type Destination } from './event-stream.ts'
import { readVendorAuthorization, readVendorDestination } from './vendor-destination.ts'

const altered = (clause: string | readonly string[]): Readonly<Record<string, Seed>> => ({
  'endpoint-query-lost': [clause, 'The query of a webhook address is lost.'],
  'endpoint-port-lost': [clause, 'The port of a webhook address is lost.'],
  'endpoint-slash-appended': [clause, 'A slash is appended to a webhook address.'],
  'endpoint-lower-cased': [clause, 'A webhook address is converted to lower case.'],
  'username-lower-cased': [clause, 'The user name of a destination is converted to lower case.'],
  'authorization-lost': [clause, 'The authorization of a destination is not stored.'],
})

export const faults: readonly FaultGroup[] = [
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'destination-null-accepted': ['destination-type', 'null is accepted as a destination.'],
      'username-trimmed': ['text-exact', 'White space around the user name of a destination is removed.'],
      'destination-type-any-accepted': [
        'destination-closed',
        'Any text is accepted as the type of a destination.',
      ],
    },
  },
  // Each fault belongs to one operation, because a default run sends each wrong destination to one operation.
  {
    of: ['event-streams.create'],
    seeds: {
      'destination-string-accepted': ['destination-type', 'A string is accepted as a destination.'],
      'destination-type-number-accepted': [
        'destination-type',
        'A number is accepted as the type of a destination.',
      ],
      'destination-type-null-accepted': [
        'destination-type',
        'null is accepted as the type of a destination.',
      ],
      'destination-type-object-accepted': [
        'destination-type',
        'An object is accepted as the type of a destination.',
      ],
      'configuration-string-accepted': [
        'destination-type',
        'A string is accepted as the configuration of a destination.',
      ],
      'endpoint-number-accepted': ['destination-type', 'A number is accepted as the webhook address.'],
      'endpoint-null-accepted': ['destination-type', 'null is accepted as the webhook address.'],
      'username-number-accepted': [
        'destination-type',
        'A number is accepted as the user name of a destination.',
      ],
      'username-null-accepted': ['destination-type', 'null is accepted as the user name.'],
      'destination-type-by-prefix': [
        'destination-closed',
        'A destination type that only begins with webhook is accepted.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'destination-array-accepted': ['destination-type', 'An array is accepted as a destination.'],
      'authorization-string-accepted': [
        'destination-type',
        'A string is accepted as the webhook authorization.',
      ],
      'method-number-accepted': [
        'destination-type',
        'A number is accepted as the method of an authorization.',
      ],
      'method-null-accepted': ['destination-type', 'null is accepted as the method of an authorization.'],
      'method-object-accepted': [
        'destination-type',
        'An object is accepted as the method of an authorization.',
      ],
      'destination-type-case-ignored': [
        'destination-closed',
        'The type of a destination is accepted in any letter case.',
      ],
      'destination-type-empty-accepted': [
        'destination-closed',
        'An empty destination type is accepted as webhook.',
      ],
    },
  },
  { of: ['event-streams.create'], seeds: altered('destination-as-sent') },
  { of: ['event-streams.create'], seeds: textFaultSeeds('username', 'destination-as-sent', 'text-exact') },
  { of: ['event-streams.update'], seeds: textFaultSeeds('username', 'destination-changes', 'text-exact') },
  {
    of: ['event-streams.update'],
    seeds: altered(['destination-changes', 'several-members', 'any-sequence']),
  },
]

const fallback = 'https://accepted.tenant.example/'

/** Throws Invalid for a wrong destination. */
export function readDestination(value: Json, call: Call): Destination {
  const { faulty } = call
  const kind = typeOf(value)
  if ((kind === 'string' || kind === 'null' || kind === 'array') && faulty(`destination-${kind}-accepted`))
    return webhook({ webhook_endpoint: fallback }, null)
  const destination = requireObject(value, 'on property destination')
  refuseUnlisted(destination, ['type', 'configuration'], 'destination', call)
  const type = typeAt(destination.type, faulty)
  if (type !== 'webhook') {
    if (call.variation.destinations === 'all') return readVendorDestination(type, destination.configuration)
    throw new Invalid('No enum match (webhook) on property destination.type')
  }
  const sent = destination.configuration ?? null
  if (typeof sent === 'string' && faulty('configuration-string-accepted'))
    return webhook({ webhook_endpoint: fallback }, null)
  const configuration = requireObject(sent, 'on property destination.configuration')
  refuseUnlisted(
    configuration,
    ['webhook_endpoint', 'webhook_authorization'],
    'destination.configuration',
    call,
  )
  const endpoint = readEndpoint(configuration.webhook_endpoint, call)
  const authorization = Object.hasOwn(configuration, 'webhook_authorization')
    ? readAuthorization(configuration.webhook_authorization ?? null, call)
    : null
  return webhook({ webhook_endpoint: endpoint }, faulty('authorization-lost') ? null : authorization)
}

function webhook(configuration: JsonObject, authorization: Authorization | null): Destination {
  return { type: 'webhook', configuration, authorization }
}

function readEndpoint(value: Json | undefined, { faulty, variation }: Call): string {
  if (typeof value === 'number' && faulty('endpoint-number-accepted')) return fallback
  if (value === null && faulty('endpoint-null-accepted')) return fallback
  const endpoint = requireString(value, 'destination.configuration.webhook_endpoint')
  if (!isTaken(endpoint, variation.webhookAddresses))
    throw new Invalid(
      'String does not match the pattern of an address on property destination.configuration.webhook_endpoint',
    )
  if (faulty('endpoint-query-lost')) return endpoint.split('?')[0] ?? endpoint
  if (faulty('endpoint-port-lost')) return endpoint.replace(/:\d+/, '')
  if (faulty('endpoint-slash-appended')) return endpoint.endsWith('/') ? endpoint : `${endpoint}/`
  if (faulty('endpoint-lower-cased')) return endpoint.toLowerCase()
  return endpoint
}

function isTaken(endpoint: string, style: Call['variation']['webhookAddresses']): boolean {
  if (style === 'any') return true
  if (parsedUrl(endpoint) === null) return false
  if (/^https:\/\//.test(endpoint)) return true
  if (!/^http:\/\//.test(endpoint) || style === 'https') return false
  return style === 'http' || deliveryTarget(endpoint, 'loopback') !== null
}

function readAuthorization(value: Json, call: Call): Authorization | null {
  const { faulty, variation } = call
  const property = 'destination.configuration.webhook_authorization'
  if (typeof value === 'string' && faulty('authorization-string-accepted')) return null
  const sent = withKeptCredential(requireObject(value, `on property ${property}`), call)
  const method = tokenAt(sent.method, `${property}.method`, 'basic', 'method', faulty)
  if (method !== 'basic') {
    if (variation.destinations === 'all') return readVendorAuthorization(method, sent, property)
    throw new Invalid(`No enum match (basic) on property ${property}.method`)
  }
  refuseUnlisted(sent, ['method', 'username', variation.credentialField], property, call)
  const credential = sent[variation.credentialField]
  if (credential !== undefined || variation.credentialRequired)
    requireString(credential, `${property}.${variation.credentialField}`)
  const secret = typeof credential === 'string' ? credential : null
  const username = readUsername(sent.username, `${property}.username`, call)
  return {
    shown: { method: 'basic', username },
    // The header uses UTF-8, because RFC 7617 defines no default encoding.
    header: ['authorization', `Basic ${Buffer.from(`${username}:${secret ?? ''}`).toString('base64')}`],
    secret,
  }
}

// Adds the stored credential if the request has none, for example if a client sends a copy of a response.
function withKeptCredential(sent: JsonObject, { id, state, variation }: Call): JsonObject {
  const authorization = state.streams.get(id)?.destination.authorization
  const member = credentialMember(sent.method, variation.credentialField)
  const isKept =
    variation.absentCredential === 'kept' &&
    !Object.hasOwn(sent, member) &&
    typeof authorization?.secret === 'string' &&
    authorization.shown.method === sent.method
  return isKept ? { ...sent, [member]: authorization.secret } : sent
}

function readUsername(value: Json | undefined, property: string, { faulty, variation }: Call): string {
  if (typeof value === 'number' && faulty('username-number-accepted')) return String(value)
  if (value === null && faulty('username-null-accepted')) return 'nobody'
  const sent = requireString(value, property)
  if (!isAcceptedText(sent, variation))
    throw new Invalid(`String does not match pattern on property ${property}`)
  const username = storedText(sent, variation)
  if (faulty('username-lower-cased')) return username.toLowerCase()
  const kept = alteredText(username, 'username', faulty)
  return faulty('username-trimmed') ? kept.trim() : kept
}

function refuseUnlisted(
  sent: JsonObject,
  known: readonly string[],
  property: string,
  { variation }: Call,
): void {
  if (variation.unknownMembers === 'refused') refuseUnknown(sent, known, ` on property ${property}`)
}

function typeAt(value: Json | undefined, faulty: Call['faulty']): string {
  const type = tokenAt(value, 'destination.type', 'webhook', 'destination-type', faulty)
  const taken =
    faulty('destination-type-any-accepted') ||
    (type.toLowerCase() === 'webhook' && faulty('destination-type-case-ignored')) ||
    (type.startsWith('webhook') && faulty('destination-type-by-prefix')) ||
    (type === '' && faulty('destination-type-empty-accepted'))
  return taken ? 'webhook' : type
}

function tokenAt(
  value: Json | undefined,
  property: string,
  only: string,
  word: string,
  faulty: Call['faulty'],
): string {
  if (typeof value === 'number' && faulty(`${word}-number-accepted`)) return only
  if (value === null && faulty(`${word}-null-accepted`)) return only
  if (isObject(value) && faulty(`${word}-object-accepted`)) return only
  return requireString(value, property)
}
