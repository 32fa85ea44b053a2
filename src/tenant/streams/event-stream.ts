// An event stream: its data and its JSON form (part 2.4 of the specification).
import type { Json, JsonObject } from '../../base/json.ts'
import { Refusal } from '../http/refusal.ts'
import { renderTime } from '../values/timestamp.ts'
import type { Variation } from '../variations/variation.ts'

export type ForwardingState = 'enabled' | 'disabled'

export interface Subscription {
  readonly event_type: string
}

/** The credentials that the tenant sends with each delivery. */
export interface Authorization {
  readonly shown: JsonObject
  readonly header: readonly [name: string, value: string]
  /** The password or token. No response contains it. */
  readonly secret: string | null
}

export interface Destination {
  readonly type: string
  /** The configuration in responses, without the authorization. */
  readonly configuration: JsonObject
  readonly authorization: Authorization | null
}

export interface EventStream {
  readonly id: string
  readonly name: string
  readonly subscriptions: readonly Subscription[]
  readonly destination: Destination
  readonly state: ForwardingState
  /** Nanoseconds since the epoch. */
  readonly createdAt: bigint
  readonly updatedAt: bigint
  /** Members of the request that the specification does not name. */
  readonly further?: JsonObject
  /** A wrong id that a fault returns in responses. */
  readonly shownId?: string
}

/** Throws Refusal with status 404 if the stream does not exist. */
export function requireStream(id: string, streams: ReadonlyMap<string, EventStream>): EventStream {
  const stream = streams.get(id)
  if (stream === undefined) throw unknownStream()
  return stream
}

export function unknownStream(status = 404): Refusal {
  return new Refusal(status, 'inexistent_event_stream', 'The event stream does not exist')
}

/** Returns the JSON of the stream for responses, without secrets. */
export function present(stream: EventStream, variation: Variation): JsonObject {
  const decimals = variation.timestampDecimals
  return {
    ...stream.further,
    id: stream.shownId ?? stream.id,
    name: stream.name,
    subscriptions: stream.subscriptions.map(({ event_type }) => ({ event_type })),
    destination: presentDestination(stream.destination),
    [variation.stateField]: stream.state,
    created_at: renderTime(stream.createdAt, decimals),
    updated_at: renderTime(stream.updatedAt, decimals),
    ...(variation.furtherMembers ? { revision: 1, labels: { shown: true }, owner: null } : {}),
  }
}

/** Returns the JSON of the stream for the stored state. It contains secrets, so it is not for responses. */
export function asRequest(stream: EventStream, { stateField, credentialField }: Variation): JsonObject {
  const { type, configuration, authorization } = stream.destination
  return {
    id: stream.id,
    name: stream.name,
    subscriptions: stream.subscriptions.map(({ event_type }) => ({ event_type })),
    destination: {
      type,
      configuration:
        authorization === null
          ? configuration
          : { ...configuration, webhook_authorization: credentials(authorization, credentialField) },
    },
    [stateField]: stream.state,
    created_at: renderTime(stream.createdAt, 9),
    updated_at: renderTime(stream.updatedAt, 9),
  }
}

function credentials({ shown, secret }: Authorization, credentialField: string): JsonObject {
  return secret === null ? shown : { ...shown, [credentialMember(shown.method, credentialField)]: secret }
}

/** @param credentialField the name of the credential for the method `basic` */
export function credentialMember(method: Json | undefined, credentialField: string): string {
  return method === 'bearer' ? 'token' : method === 'custom_header' ? 'header_value' : credentialField
}

function presentDestination({ type, configuration, authorization }: Destination): Json {
  return {
    type,
    configuration:
      authorization === null
        ? configuration
        : { ...configuration, webhook_authorization: authorization.shown },
  }
}
