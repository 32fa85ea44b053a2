// How event streams forward events (part 6), and what the profile says of the fixture that makes one occur.
import {
  type DriverParts,
  declaredIn,
  type EventDelivery,
  type Json,
  type JsonObject,
} from '../../src/suite.ts'

/** What it needs of the values of event streams. */
interface Forwarding {
  readonly stateField: string | null
  eventTypes(): readonly [string, ...string[]]
  subscribing(types: readonly string[]): JsonObject
  destinationAt(address: string, username?: string): JsonObject
  inState(state: Json): JsonObject
}

export const deliveryOf = (
  streams: Forwarding,
  { profile }: Pick<DriverParts, 'profile'>,
): EventDelivery => ({
  types: () => streams.eventTypes(),
  to: (address, { types, state, username }) => ({
    ...streams.subscribing(types),
    destination: streams.destinationAt(address, username),
    ...(streams.stateField === null && state === undefined ? {} : streams.inState(state ?? 'enabled')),
  }),
  trigger: {
    fixture: 'triggerEvent',
    fill: (eventType) => ({ eventType }),
    scope() {
      const declared = declaredIn(profile, '/delivery/trigger/scope')
      if (declared === 'stream') return 'one'
      return declared === 'tenant' ? 'all' : null
    },
    raises() {
      const declared = declaredIn(profile, '/delivery/trigger/raises')
      return declared === 'event' || declared === 'test' ? declared : null
    },
  },
})
