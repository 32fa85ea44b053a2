// How event streams forward events (part 6), and what the profile says of the fixture that makes one occur.
import { type DriverParts, declaredIn, type EventDelivery } from '../../src/suite.ts'
import type { EventStreams } from '../resources/event-streams.ts'

export const deliveryOf = (
  streams: EventStreams,
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
