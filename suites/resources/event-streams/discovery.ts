// Creates the first stream, to learn which members a creation needs and which member is the forwarding state.
import {
  type AdapterParts,
  acceptedBody,
  describeResponse,
  type JsonObject,
  type Scout,
  statusOf,
} from '../../../src/suite.ts'
import type { Destinations } from './destinations.ts'
import type { Subscriptions } from './subscriptions.ts'

// The run tries this type if the profile declares no event types.
const guessedTypes = ['user.created'] as const

export const guessedType = (known: readonly string[]): string => known[0] ?? guessedTypes[0]

interface Streams {
  readonly stateField: string | null
  requiredState: 'enabled' | 'disabled' | null
  readonly destinations: Destinations
  readonly subscriptions: Subscriptions
  bodyFor(eventType: string): JsonObject
}

export async function discoverCreation(
  streams: Streams,
  { knowledge }: AdapterParts,
  scout: Scout,
): Promise<void> {
  const { destinations, subscriptions } = streams
  const block = ([refusal]: readonly string[]): void => {
    streams.requiredState = null
    destinations.authorized = true
    scout.block(
      `the run could not create an event stream (${refusal}): declare eventStream.eventTypes, webhookEndpoint and webhookCredentials in the profile, with values that the tenant accepts`,
    )
  }
  const declared = knowledge.known('event-types') !== undefined
  const types = declared ? [subscriptions.types()[0]] : guessedTypes
  const states = streams.stateField === null ? [null] : [null, 'enabled' as const]
  const refusals: string[] = []
  for (const requiredState of states)
    for (const authorized of [true, false])
      for (const eventType of types) {
        streams.requiredState = requiredState
        destinations.authorized = authorized
        // A tenant may reject a guessed type.
        const attempt = await scout.create(() => streams.bodyFor(eventType), declared ? 'valid' : 'probe')
        if (attempt.accepted) {
          if (!declared) knowledge.observe('event-types', eventType)
          const body = acceptedBody(attempt)
          if (scout.isOwn(body.id)) await learnFrom(body, streams, knowledge, scout)
          return
        }
        refusals.push(describeResponse(attempt))
        if (![400, 422].includes(statusOf(attempt))) return block(refusals)
      }
  block(refusals)
}

async function learnFrom(
  stream: JsonObject,
  streams: Streams,
  knowledge: AdapterParts['knowledge'],
  scout: Scout,
): Promise<void> {
  const id = String(stream.id)
  if (knowledge.declared('forwarding-state-field') === undefined) {
    const candidates = Object.entries(stream).filter(
      ([name, value]) => (value === 'enabled' || value === 'disabled') && name !== 'name',
    )
    const field = candidates.length === 1 ? candidates[0]?.[0] : await fieldThatFollows(candidates, id, scout)
    if (field !== undefined) {
      knowledge.observe('forwarding-state-field', field)
      scout.refresh()
    }
  }
  const long = streams.subscriptions.lists()[3]
  if (long !== undefined)
    streams.subscriptions.longLists = (await scout.update(id, { subscriptions: long })).accepted
  const field = streams.stateField
  const state = field === null ? undefined : stream[field]
  if (state !== undefined) knowledge.observe('initial-state', state)
}

async function fieldThatFollows(
  candidates: readonly (readonly [string, unknown])[],
  id: string,
  scout: Scout,
): Promise<string | undefined> {
  for (const [name, value] of candidates) {
    const other = value === 'enabled' ? 'disabled' : 'enabled'
    const attempt = await scout.update(id, { [name]: other })
    if (attempt.accepted && acceptedBody(attempt)[name] === other) return name
  }
  return undefined
}
