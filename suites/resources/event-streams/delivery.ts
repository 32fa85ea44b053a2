// Describes how streams forward events (part 6), and how the profile describes the trigger.
import {
  type AdapterParts,
  declaredIn,
  type EventDelivery,
  type Json,
  type JsonObject,
} from '../../../src/suite.ts'
import type { Destinations } from './destinations.ts'
import type { Subscriptions } from './subscriptions.ts'

interface Streams {
  readonly stateField: string | null
  readonly destinations: Destinations
  readonly subscriptions: Subscriptions
  inState(state: Json): JsonObject
}

export const deliveryOf = (streams: Streams, { profile }: Pick<AdapterParts, 'profile'>): EventDelivery => ({
  types: () => streams.subscriptions.types(),
  to: (address, { types, state, username }) => ({
    ...streams.subscriptions.to(types),
    destination: streams.destinations.at(address, username),
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
