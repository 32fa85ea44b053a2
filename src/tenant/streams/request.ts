// Reads the body of a creation or an update, with faults (parts 4.4 and 4.5 of the specification).
import { messageOf } from '../../base/error.ts'
import { isObject, type JsonObject, typeOf } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call } from '../route.ts'
import { refuseUnknown, requireObject } from '../values/validation.ts'
import { readDestination } from './destination.ts'
import type { Destination, ForwardingState, Subscription } from './event-stream.ts'
import { readState } from './forwarding-state.ts'
import { readName } from './name.ts'
import { readSubscriptions } from './subscriptions.ts'

export const faults: readonly FaultGroup[] = [
  // Each fault belongs to one operation, because a default run sends each wrong body to one operation.
  {
    of: ['event-streams.create'],
    seeds: {
      'body-null-accepted': ['body-object', 'The body null creates a stream from example values.'],
      'body-string-accepted': ['body-object', 'A string is accepted as body.'],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: { 'body-boolean-accepted': ['body-object', 'A boolean is accepted as body.'] },
  },
  {
    of: ['event-streams.create', 'event-streams.update'],
    seeds: {
      'body-array-accepted': ['body-object', 'An array is accepted as body.'],
      'subscriptions-false-skipped': ['subscriptions-type', 'The subscriptions false or 0 are ignored.'],
      'destination-false-skipped': ['destination-type', 'The destination false or 0 is ignored.'],
      'state-false-skipped': ['state-values', 'The forwarding state false or 0 is ignored.'],
      'credential-quoted-in-refusal': [
        'credentials-never-returned',
        'The response to a rejected request quotes its body, including the credential.',
      ],
    },
  },
]

/** Contains only the members that the client sent. */
export interface StreamRequest {
  readonly name?: string
  readonly subscriptions?: readonly Subscription[]
  readonly destination?: Destination
  readonly state?: ForwardingState
  /** Members of the request that the specification does not name. */
  readonly further?: JsonObject
}

/** Returns null if a fault accepts a body of another type. Throws Invalid for a wrong type. */
export function readObject({ body, faulty }: Call): JsonObject | null {
  if (!isObject(body) && body !== undefined && faulty(`body-${typeOf(body)}-accepted`)) return null
  return requireObject(body)
}

/** Throws Invalid for a wrong member. @param update true for an update, in which all members are optional */
export function readStreamRequest(body: JsonObject, call: Call, update: boolean): StreamRequest {
  try {
    return readMembers(body, call, update)
  } catch (error) {
    if (call.faulty('credential-quoted-in-refusal'))
      throw new Invalid(`${messageOf(error)} in ${JSON.stringify(body)}`)
    throw error
  }
}

const serverSet = ['id', 'created_at', 'updated_at']

function readMembers(body: JsonObject, call: Call, update: boolean): StreamRequest {
  const { stateField, unknownMembers } = call.variation
  const members = ['name', 'subscriptions', 'destination', stateField]
  if (unknownMembers === 'refused') refuseUnknown(body, members)
  const skipped = (member: string, names: string): boolean =>
    (body[member] === false || body[member] === 0) && call.faulty(`${names}-false-skipped`)
  const sent = (member: string): boolean =>
    Object.hasOwn(body, member) && !skipped(member, member === stateField ? 'state' : member)
  const subscriptions = sent('subscriptions')
    ? readSubscriptions(body.subscriptions ?? null, call, update)
    : null
  return {
    ...(sent('name') ? { name: readName(body.name ?? null, call) } : {}),
    ...(subscriptions === null ? {} : { subscriptions }),
    ...(sent('destination') ? { destination: readDestination(body.destination ?? null, call) } : {}),
    ...(sent(stateField) ? { state: readState(body[stateField] ?? null, call) } : {}),
    ...(unknownMembers === 'kept' ? { further: without(body, [...members, ...serverSet]) } : {}),
  }
}

function without(body: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !members.includes(member)))
}
