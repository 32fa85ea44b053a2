// Converts the state of a tenant to JSON and back.
import { isoTime } from '../base/clock.ts'
import { ConfigurationError, messageOf } from '../base/error.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { type Clients, principals } from './access/clients.ts'
import type { WaitingDelivery } from './deliveries/deliveries.ts'
import { Invalid, Refusal } from './http/refusal.ts'
import type { PhoneTemplates } from './messages/phone-templates.ts'
import type { Call } from './route.ts'
import { type State, storedLimits } from './state.ts'
import { asRequest, type EventStream } from './streams/event-stream.ts'
import { readStreamRequest } from './streams/request.ts'
import { nsPerMs, readTime } from './values/timestamp.ts'
import type { Variation } from './variations/variation.ts'

/** The schema is `schemas/meta/tenant-state.json`. */
export interface StoredState {
  readonly stateVersion?: 1
  /** The secrets with which clients request tokens. */
  readonly clientSecrets?: Readonly<Partial<Record<keyof Clients, string>>>
  /** A policy without an id gets a new id. */
  readonly rateLimitPolicies?: readonly JsonObject[]
  readonly phoneTemplates?: PhoneTemplates
  /** Null if the key set was deleted. Without this member, the tenant uses the keys of the variation. */
  readonly customSigningKeys?: readonly JsonObject[] | null
  /** The settings of the public vendor's API, by path. */
  readonly settings?: Readonly<Record<string, Json>>
  /** With credentials. The tenant generates missing ids and timestamps. */
  readonly eventStreams?: readonly JsonObject[]
  readonly deliveries?: readonly StoredDelivery[]
}

/** Without `due`, the tenant sends the delivery at once. */
export type StoredDelivery = Omit<WaitingDelivery, 'dueMs'> & { readonly due?: string }

/** Returns the state as JSON, with secrets. */
export function storedStateOf(state: State, clients: Clients, variation: Variation): StoredState {
  const deliveries = deliveriesOf(state)
  const secret = (name: keyof Clients): [string, string] => [name, clients[name].secret]
  return {
    stateVersion: 1,
    clientSecrets: Object.fromEntries(principals.map(secret)),
    rateLimitPolicies: [...state.policies.values()].map(({ id, body }) => ({ ...body, id })),
    phoneTemplates: state.templates,
    ...(state.keySet === undefined ? {} : { customSigningKeys: state.keySet }),
    ...(state.documents.size === 0 ? {} : { settings: Object.fromEntries(state.documents) }),
    eventStreams: [...state.streams.values()].map((stream) => asRequest(stream, variation)),
    ...(deliveries.length === 0 ? {} : { deliveries }),
  }
}

function deliveriesOf({ deliveries }: State): readonly StoredDelivery[] {
  const { deliveriesMax, deliveriesBytesMax } = storedLimits
  let bytes = 0
  const kept = deliveries.waiting.slice(0, deliveriesMax).map(({ dueMs, ...delivery }) => ({
    ...delivery,
    ...(dueMs === 0 ? {} : { due: isoTime(dueMs) }),
  }))
  return kept.filter((delivery) => {
    bytes += JSON.stringify(delivery).length
    return bytes <= deliveriesBytesMax
  })
}

/** @throws ConfigurationError for a stored policy, stream or delivery that the tenant does not accept */
export function restore(stored: StoredState, state: State, variation: Variation): void {
  if (stored.phoneTemplates !== undefined) state.templates = { ...stored.phoneTemplates }
  if (stored.customSigningKeys !== undefined) state.keySet = stored.customSigningKeys
  for (const [path, document] of Object.entries(stored.settings ?? {})) state.keepDocument(path, document)
  each(stored.rateLimitPolicies, 'rateLimitPolicies', (body) => {
    const id = newId(body.id, state.policies) ?? state.ids.policy()
    state.keepPolicy({ id, body: { ...body, id } })
  })
  each(stored.eventStreams, 'eventStreams', (body) => state.keepStream(streamOf(body, state, variation)))
  each(stored.deliveries, 'deliveries', ({ due, ...delivery }) => {
    if (!state.streams.has(delivery.streamId)) throw new Invalid(`There is no stream ${delivery.streamId}`)
    const dueMs = due === undefined ? 0 : Number(readTime(due, 3) / nsPerMs)
    state.deliveries.resume({ ...delivery, dueMs })
  })
}

function each<T>(all: readonly T[] = [], what: string, keep: (one: T) => void): void {
  for (const [index, one] of all.entries())
    try {
      keep(one)
    } catch (error) {
      if (!(error instanceof Invalid) && !(error instanceof Refusal)) throw error
      throw new ConfigurationError(`The tenant does not accept /${what}/${index}: ${messageOf(error)}.`)
    }
}

function streamOf(stored: JsonObject, state: State, variation: Variation): EventStream {
  const { id: storedId, created_at, updated_at, ...body } = stored
  const call: Call = {
    ...{
      id: '',
      body,
      mediaType: 'application/json',
      state,
      variation,
      count: 0,
      query: null,
      parameters: {},
    },
    // Stored data is read without faults, because a fault must not change it.
    faulty: () => false,
  }
  const { name, subscriptions, destination, state: forwarding } = readStreamRequest(body, call, true)
  if (name === undefined || subscriptions === undefined || destination === undefined)
    throw new Invalid('Expected name, subscriptions and destination')
  const createdAt = readTime(created_at, variation.timestampDecimals)
  return {
    id: newId(storedId, state.streams) ?? state.ids.stream(),
    ...{ name, subscriptions, destination },
    state: forwarding ?? variation.initialState,
    createdAt,
    updatedAt: updated_at === undefined ? createdAt : readTime(updated_at, variation.timestampDecimals),
  }
}

function newId(id: unknown, known: ReadonlyMap<string, unknown>): string | null {
  if (typeof id !== 'string') return null
  if (known.has(id)) throw new Invalid(`The id ${id} occurs twice`)
  return id
}
