// An event stream as the tenant keeps it, and as its answers show it (part 2.4).
import type { Json, JsonObject } from '../../base/json.ts'
import { renderTime } from '../values/timestamp.ts'
import type { Variation } from '../variations/variation.ts'

export type ForwardingState = 'enabled' | 'disabled'

export interface Subscription {
  readonly event_type: string
}

/** Who a delivery is for: what answers show of it, and what they never show. */
export interface Authorization {
  readonly shown: JsonObject
  /** The `Authorization` header, or another one, of a delivery. */
  readonly header: readonly [name: string, value: string]
  /** Write-only; null where none was sent. */
  readonly secret: string | null
}

export interface Destination {
  readonly type: string
  /** Members of the configuration that answers show, the authorization apart. */
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
  /** Members that the specification does not know, kept as they were sent. */
  readonly further?: JsonObject
  /** An id that answers show instead of its own: only a faulty tenant has one. */
  readonly shownId?: string
}

/** The full event stream of an answer: of the authorization only what may be shown. */
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

/** The stream as a request that makes it again, credentials, id and exact times included: to be kept, and never to be shown. */
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

/** The member that holds the credential of an authorization. @param credentialField of the basic one */
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
