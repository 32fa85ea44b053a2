// Checks the events after updates of a stream (part 6 of the specification).
import {
  type Checks,
  delivering,
  type Exchange,
  type Forwarder,
  fixture,
  type JsonObject,
  type Outcome,
  orElse,
  type TestContext,
  using,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { plainArrival } from './plain-streams.ts'
import { twoTypes, updateStream } from './premises.ts'
import { secondTypeStreams } from './second-type-streams.ts'
import { movedStream, renamedStream } from './updated-streams.ts'

const form = 'application/x-www-form-urlencoded'

const inState = (check: TestContext, state: 'enabled' | 'disabled'): JsonObject =>
  check.resource(eventStreams).values.inState(state)

interface Followed {
  readonly how: string
  readonly outcome: Outcome
}

const updatesWithoutEffect: readonly {
  readonly how: string
  change(check: TestContext, forwarder: Forwarder): Promise<Exchange>
}[] = [
  { how: 'an empty update', change: (check, forwarder) => updateStream(check, forwarder, {}) },
  {
    how: 'an update to the current state',
    change: (check, forwarder) => updateStream(check, forwarder, inState(check, 'enabled')),
  },
  {
    how: 'a new name by a form',
    change: (check, forwarder) => updateStream(check, forwarder, { name: check.requests.name() }, form),
  },
]

/** Only a deep run creates these streams. */
const updatedWithoutEffect = fixture(
  'event streams left enabled',
  async (shared): Promise<readonly Followed[]> => {
    const left = []
    for (const { how, change } of shared.cases(updatesWithoutEffect, 'further')) {
      const forwarder = await shared.events.forwarder()
      const step = await change(shared, forwarder).catch(orElse(null))
      if (step === null) continue
      const steps = [forwarder.created, step]
      left.push({ how, outcome: await shared.events.raise(forwarder, { steps }) })
    }
    return left
  },
)

/** Only a deep run creates these streams. */
const resubscribed = fixture(
  'event streams that were subscribed anew',
  async (shared): Promise<readonly Followed[]> => {
    const { events } = shared
    const [first, second] = twoTypes(shared)
    const subscribing = (type: string): JsonObject =>
      shared.resource(eventStreams).values.subscriptions.to([type])
    const sequences = [
      {
        how: 'a second update of its subscriptions',
        to: first,
        bodies: [subscribing(second), subscribing(first)],
      },
      {
        how: 'an update of its subscriptions while it was disabled',
        to: second,
        bodies: [inState(shared, 'disabled'), subscribing(second), inState(shared, 'enabled')],
      },
    ]
    const left = []
    for (const { how, to, bodies } of shared.cases(sequences, 'further')) {
      const forwarder = await events.forwarder({ types: [first] })
      const steps: Exchange[] = [forwarder.created]
      for (const body of bodies) steps.push(await updateStream(shared, forwarder, body))
      left.push({ how, outcome: await events.raise({ ...forwarder, type: to }, { steps }) })
    }
    return left
  },
)

export const eventsAfterUpdates: Checks = {
  // MUST 6: An enabled stream continues to forward matching events after an update that changes neither the forwarding state, the
  //   subscriptions nor the destination.
  'event-renamed': delivering(
    using([plainArrival, renamedStream, updatedWithoutEffect], async (check) => {
      const control = await plainArrival(check)
      const renamed = await check.use(renamedStream)
      check.must.arrive(renamed, 'A stream forwards no event after it was renamed.', { control })
      for (const { how, outcome } of await check.use(updatedWithoutEffect))
        check.must.arrive(outcome, `A stream forwards no event after ${how}.`, { control })
    }),
  ),

  // MUST 6: After an update of the subscriptions, an enabled stream forwards events that match the new subscriptions, and no events that
  //   match only the old subscriptions.
  'event-subscriptions-updated': delivering(
    using([secondTypeStreams, plainArrival, resubscribed], async (check) => {
      const { events, must } = check
      const { made, updated, plain } = await check.use(secondTypeStreams)
      const changed = updated()
      // The stream that was created with the second type is the control.
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

  // MUST 6: After an update of webhook_endpoint, an enabled stream forwards matching events to the new address and not to the old address.
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
