// Checks the events that a stream forwards after updates (part 6).
import { type Checks, delivering, using } from '../../src/suite.ts'
import { plainArrival } from './plain-streams.ts'
import { secondTypeStreams } from './second-type-streams.ts'
import { movedStream, renamedStream, resubscribed, updatedWithoutEffect } from './updated-streams.ts'

export const eventsAfterUpdates: Checks = {
  // MUST 6: An enabled event stream continues to forward the events that match its subscriptions after an update that does not change the
  //   forwarding state, the subscriptions or the destination. For example, the update changes only the name.
  'event-renamed': delivering(
    using([plainArrival, renamedStream, updatedWithoutEffect], async (check) => {
      const control = await plainArrival(check)
      const renamed = await check.use(renamedStream)
      check.must.arrive(renamed, 'A stream forwards no event after it was renamed.', { control })
      for (const { how, outcome } of await check.use(updatedWithoutEffect))
        check.must.arrive(outcome, `A stream forwards no event after ${how}.`, { control })
    }),
  ),

  // MUST 6: After an update of the subscriptions, an enabled event stream forwards events that match the new subscriptions, and no events
  //   that match only the old subscriptions.
  'event-subscriptions-updated': delivering(
    using([secondTypeStreams, plainArrival, resubscribed], async (check) => {
      const { events, must } = check
      const { made, updated, plain } = await check.use(secondTypeStreams)
      const changed = updated()
      // The update is not the cause if a new stream with the same subscriptions forwards the event.
      must.assume(
        made.delivery === null,
        'a stream that was created with the new subscriptions forwards the old event too: see any.event-not-subscribed',
      )
      must.notArrive(
        changed,
        'After an update of its subscriptions, a stream still forwards an event of the old subscriptions.',
        { control: plain },
      )
      const control = await plainArrival(check, 1)
      must.arrive(
        await events.raise(changed.forwarder, { steps: changed.steps }),
        'After an update of its subscriptions, a stream does not forward an event of the new subscriptions.',
        { control },
      )
      for (const { how, outcome } of await check.use(resubscribed))
        must.arrive(outcome, `A stream does not forward an event of its subscriptions after ${how}.`, {
          control,
        })
    }),
  ),

  // MUST 6: After an update of webhook_endpoint, an enabled event stream forwards the events that match its subscriptions to the new
  //   address, and no events to the old address.
  'event-endpoint-updated': delivering(
    using([plainArrival, movedStream], async (check) => {
      const { must } = check
      const control = await plainArrival(check)
      const { moved, left } = await check.use(movedStream)
      must.arrive(
        moved,
        'After an update of its endpoint, a stream does not forward events to the new endpoint.',
        {
          control,
        },
      )
      must.notArrive(
        await left(),
        'After an update of its endpoint, a stream still forwards events to the old endpoint.',
        {
          control: moved,
        },
      )
    }),
  ),
}
