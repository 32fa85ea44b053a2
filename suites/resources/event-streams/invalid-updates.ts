// Builds updates with one invalid member, before or after valid members.
import type { Json, JsonObject, Requests } from '../../../src/suite.ts'
import type { Destinations } from './destinations.ts'
import { nameCharactersMax } from './members.ts'
import type { Subscriptions } from './subscriptions.ts'

interface Streams {
  readonly requests: Requests
  readonly stateField: string | null
  readonly destinations: Destinations
  readonly subscriptions: Subscriptions
  inState(state: Json): JsonObject
}

/** @param state a valid change of the state, or an empty object */
export function invalidUpdates(streams: Streams, state: JsonObject): readonly JsonObject[] {
  const { requests } = streams
  const list = streams.subscriptions.lists().at(-1) ?? []
  const name = (): JsonObject => ({ name: requests.name() })
  const subscriptions = { subscriptions: list }
  const destination = { destination: streams.destinations.plain(2) }
  const known = streams.stateField !== null
  return [
    { ...subscriptions, ...destination, ...state, name: '' },
    { name: requests.nameOfLength(nameCharactersMax + 1), ...subscriptions, ...destination, ...state },
    { ...name(), ...destination, ...state, subscriptions: [...list, {}] },
    { subscriptions: 'none', ...name(), ...destination, ...state },
    { ...name(), ...subscriptions, destination: 'nowhere', ...state },
    ...(known ? [{ ...name(), ...subscriptions, ...destination, ...streams.inState('paused') }] : []),
  ]
}
