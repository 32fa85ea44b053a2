// Checks that streams forward each matching event (part 6).
import { type Checks, delivering, fixture, Inconclusive, using } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { laterEvents, plainArrival, plainStreams } from './plain-streams.ts'

/** Uses the second stream, because no other check counts its events. */
const orderOfEvents = fixture(
  'in which order events come',
  using([plainStreams], async (shared) =>
    shared.events.observeOrder((await shared.use(plainStreams))[1].forwarder),
  ),
)

export const deliveredEvents: Checks = {
  // MUST 6: If an event matches a subscription of an enabled event stream, the stream forwards the event to the webhook_endpoint of its
  //   destination.
  'event-delivered': {
    ...delivering(
      using([plainStreams, orderOfEvents], async (check) => {
        const { events, must } = check
        const both = await check.use(plainStreams)
        const control = both.find(({ delivery }) => delivery !== null)
        must.assume(
          control !== undefined || check.resource(eventStreams).values.stateField !== null,
          'no event arrived, but the streams may be disabled: declare eventStream.forwardingStateField in the profile',
          'user',
        )
        // If no event arrived at all, the tenant may be unable to send requests to the receiver.
        if (control === undefined) {
          const [{ trigger, steps, forwarder }] = both
          // One delivery to another address may come from another client.
          must.that(
            events.strays.length < 2,
            'The tenant forwarded events to another address than the address of the stream.',
            {
              expected: `deliveries to ${new URL(forwarder.inbox.url).pathname}`,
              received: `no delivery to this address, and deliveries to ${[...new Set(events.strays)].join(', ')}`,
              ...{ exchange: trigger, control: null, steps },
            },
          )
          throw new Inconclusive(
            'no delivery arrived at all, perhaps because the tenant cannot reach the receiver of the run (for example from a container): supply an address that the tenant can reach in TENANT_WEBHOOK_URL, and --webhook-listen',
            'user',
          )
        }
        for (const outcome of both)
          must.arrive(outcome, 'The tenant did not forward an event that matches the subscriptions.', {
            control,
          })
        await check.use(orderOfEvents)
        if (events.scope !== 'one') await events.observeRetries()
      }),
    ),
    // This observation takes several seconds, so it runs in parallel with other checks.
    async observing({ events }) {
      if (events.scope === 'one') await events.observeRetries()
    },
  },

  // MUST 6: An enabled event stream forwards every event that matches a subscription of the stream, not only the first event.
  'event-each-event': delivering(
    using([plainArrival, laterEvents], async (check) => {
      const plain = await plainArrival(check)
      for (const outcome of await check.use(laterEvents))
        check.must.arrive(outcome, 'A stream forwarded the first of its events, but not every later event.', {
          control: plain,
        })
    }),
  ),
}
