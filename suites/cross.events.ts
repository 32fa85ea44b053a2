// Clauses about the events that streams forward (part 6).
import { crossSuite } from '../src/suite.ts'
import { basicAuthorization } from './events/authorization.ts'
import { deliveredEvents } from './events/delivered.ts'
import { eventsAfterFailure } from './events/failure.ts'
import { eventsByState } from './events/state.ts'
import { subscribedEvents } from './events/subscriptions.ts'
import { eventsOfTwoStreams } from './events/two-streams.ts'
import { eventsAfterUpdates } from './events/updated.ts'

export default crossSuite('events', {
  any: {
    ...deliveredEvents,
    ...subscribedEvents,
    ...eventsByState,
    ...eventsAfterFailure,
    ...eventsAfterUpdates,
    ...basicAuthorization,
    ...eventsOfTwoStreams,
  },
})
