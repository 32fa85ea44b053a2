// What streams forward (part 6). What must not arrive is waited for as long as what must arrive was seen to take.
import {
  crossSuite,
  delivering,
  fixture,
  Inconclusive,
  NotApplicable,
  orElse,
  type Tester,
} from '../src/suite.ts'
import { authorizedDelivery, carries, describeAuthorization } from './events/authorization.ts'
import { containedTypes } from './events/contained.ts'
import { afterFailure } from './events/failure.ts'
import { disabledFurther, leftForwarding, resubscribed } from './events/further.ts'
import { assumeEvent, assumeTaken, update } from './events/premises.ts'
import {
  alikeStreams,
  disabledStreams,
  laterEvents,
  movedStream,
  movedUsername,
  plainArrival,
  plainStreams,
  plainUsername,
  renamedStream,
  severalSubscriptions,
  strangersToFirst,
} from './events/scenes.ts'
import { straysEachTime } from './events/strayed.ts'
import { eventStreams } from './resources/event-streams.ts'

/** A stream that was disabled, and is enabled, forwards from then on. */
const onceEnabled = async (tester: Tester, which: 'born' | 'turned', message: string): Promise<void> => {
  const { events, must } = tester
  const { [which]: disabled, plain } = await tester.use(disabledStreams)
  must.assume(
    disabled.delivery === null,
    'the stream forwarded while it was disabled, so that what it forwards afterwards shows nothing: see any.event-disabled',
  )
  const enabled = tester.resource(eventStreams).values.inState('enabled')
  const enabling = await update(tester, disabled.forwarder, enabled)
  const outcome = await events.raise(disabled.forwarder, { steps: [...disabled.steps, enabling] })
  must.arrive(outcome, message, { control: plain })
}

/** Of the second one no other check counts the events. */
const orderOfEvents = fixture('in which order events come', async (tester) =>
  tester.events.observeOrder((await tester.use(plainStreams))[1].forwarder),
)

export default crossSuite('events', {
  any: {
    // MUST 6: An enabled stream forwards an event that matches its subscriptions to its endpoint.
    'event-delivered': {
      ...delivering(async (tester) => {
        const { events, must } = tester
        const both = await tester.use(plainStreams)
        const control = both.find(({ delivery }) => delivery !== null)
        must.assume(
          control !== undefined || tester.resource(eventStreams).values.stateField !== null,
          'no event arrived, but the streams may be disabled: declare eventStream.forwardingStateField in the profile',
          'user',
        )
        // A tenant that can't reach the receiver is not to blame; only another delivery shows that it can.
        if (control === undefined) {
          const [{ trigger, steps, forwarder }] = both
          // One may be somebody else's.
          must.that(
            events.strays.length < 2,
            'Events were forwarded to another address than that of the stream.',
            {
              expected: `deliveries to ${new URL(forwarder.inbox.url).pathname}`,
              received: `none of them, and deliveries to ${[...new Set(events.strays)].join(', ')}`,
              ...{ exchange: trigger, control: null, steps },
            },
          )
          throw new Inconclusive(
            'nothing has arrived at all, which says nothing of a tenant that may not reach the receiver of the run, as one in a container or elsewhere: supply an address at which it does in TENANT_WEBHOOK_URL, and --webhook-listen',
            'user',
          )
        }
        for (const outcome of both)
          must.arrive(outcome, 'An event that matches was not forwarded.', { control })
        await tester.use(orderOfEvents)
        if (events.scope !== 'one') await events.observeRetries()
      }),
      // It takes seconds: where an event is for one stream alone, beside other checks.
      async observing({ events }) {
        if (events.scope === 'one') await events.observeRetries()
      },
    },

    // MUST 6: A stream forwards each event that matches, not just the first one.
    'event-each-event': delivering(async (tester) => {
      const plain = await plainArrival(tester)
      for (const outcome of await tester.use(laterEvents))
        tester.must.arrive(
          outcome,
          'A stream forwarded the first of its events and not each that followed.',
          {
            control: plain,
          },
        )
    }),

    // MUST 6: A stream forwards the events that any of its subscriptions names, wherever that one stands in the list.
    // Tried: the second subscription of two, and the third of three.
    'event-each-subscription': delivering(async (tester) => {
      const { events, must } = tester
      const control = await plainArrival(tester)
      for (const make of await severalSubscriptions(tester)) {
        const { forwarder, types, steps } = await make()
        const type = types.at(-1)
        const place = forwarder.type === type ? 'first' : 'last'
        const listed = place === 'first' ? types.toReversed() : types
        const sent = tester.resource(eventStreams).values.subscriptions.to(listed)
        assumeTaken(tester, forwarder.created, sent, 'the subscriptions of the stream were')
        must.arrive(
          await events.raise(forwarder, { type, steps }),
          `An event that the ${place} of ${types.length} subscriptions names was not forwarded.`,
          { control },
        )
      }
    }),

    // MUST 6: A stream does not forward an event that none of its subscriptions names.
    'event-not-subscribed': delivering(async (tester) => {
      const { made, plain } = await tester.use(strangersToFirst)
      const message = 'An event that no subscription names was forwarded.'
      assumeEvent(tester, made, message)
      tester.must.notArrive(made, message, { control: plain })
      for (const { outcome, control } of await tester.use(containedTypes)) {
        assumeEvent(tester, outcome, message)
        tester.must.notArrive(outcome, message, { control })
      }
    }),

    // MUST 6: A disabled stream forwards no event.
    'event-disabled': delivering(async (tester) => {
      const { born, turned, plain } = await tester.use(disabledStreams)
      const message = 'A disabled stream forwarded an event.'
      // Where one of them stayed silent, the trigger heeds the state: then the other one has to as well.
      const heeded = born.delivery === null || turned.delivery === null
      for (const outcome of [born, turned]) {
        assumeEvent(tester, outcome, message, heeded)
        tester.must.notArrive(outcome, message, { control: plain })
      }
      for (const { way, outcome, control } of await tester.use(disabledFurther)) {
        const forwarded = `A stream that was disabled ${way.how} forwarded an event.`
        assumeEvent(tester, outcome, forwarded, heeded)
        tester.must.notArrive(outcome, forwarded, { control })
      }
    }),

    // MUST 6: A stream that was enabled again forwards matching events again.
    'event-enabled-again': delivering(async (tester) => {
      await onceEnabled(tester, 'turned', 'A stream that was enabled again forwards nothing.')
      for (const { way, outcome, control } of await tester.use(disabledFurther)) {
        // One that was not disabled shows nothing; that it is not enabled again is the matter of other clauses.
        if (outcome.delivery !== null) continue
        const { forwarder, steps } = outcome
        const enabling = await way.change(tester, forwarder, 'enabled').catch(orElse(null))
        if (enabling === null) continue
        tester.must.arrive(
          await tester.events.raise(forwarder, { steps: [...steps, ...enabling] }),
          `A stream that was enabled again ${way.how} forwards nothing.`,
          { control },
        )
      }
    }),
    // MUST 6: A stream that was created disabled forwards matching events once it is enabled.
    'event-enabled-later': delivering((tester) =>
      onceEnabled(
        tester,
        'born',
        'A stream that was created disabled forwards nothing after it was enabled.',
      ),
    ),

    // SHOULD 6: A stream whose receiver answered one delivery with a 5xx, and answers well since, goes on forwarding while it is enabled.
    'event-after-failure': delivering(async (tester) => {
      const { later, control } = await tester.use(afterFailure)
      tester.must.arrive(later, 'A stream whose receiver answered once with 500 forwards nothing any more.', {
        control,
      })
    }),

    // MUST 6: A stream goes on forwarding after an update that changes neither its state, its subscriptions nor its destination.
    'event-renamed': delivering(async (tester) => {
      const control = await plainArrival(tester)
      const renamed = await tester.use(renamedStream)
      tester.must.arrive(renamed, 'A stream that was renamed forwards nothing.', { control })
      for (const { how, outcome } of await tester.use(leftForwarding))
        tester.must.arrive(outcome, `A stream forwards nothing after ${how}.`, { control })
    }),

    // MUST 6: After an update of its subscriptions a stream forwards by the new ones.
    'event-subscriptions-updated': delivering(async (tester) => {
      const { events, must } = tester
      const { made, updated, plain } = await tester.use(strangersToFirst)
      const changed = updated()
      // The stream that was created with the new subscriptions shows what they mean.
      must.assume(
        made.delivery === null,
        'a stream that was created with the new subscriptions forwards the old event as well: see any.event-not-subscribed',
      )
      must.notArrive(
        changed,
        'After an update of its subscriptions a stream still forwards an event of the old ones.',
        { control: plain },
      )
      const control = await plainArrival(tester, 1)
      must.arrive(
        await events.raise(changed.forwarder, { steps: changed.steps }),
        'After an update of its subscriptions a stream does not forward an event of the new ones.',
        { control },
      )
      for (const { how, outcome } of await tester.use(resubscribed))
        must.arrive(outcome, `A stream does not forward an event of its subscriptions after ${how}.`, {
          control,
        })
    }),

    // MUST 6: After an update of its endpoint a stream forwards to the new one and no longer to the old one.
    'event-endpoint-updated': delivering(async (tester) => {
      const { must } = tester
      const control = await plainArrival(tester)
      const { moved, left } = await tester.use(movedStream)
      must.arrive(moved, 'After an update of its endpoint a stream does not forward to the new one.', {
        control,
      })
      must.notArrive(
        await left(),
        'After an update of its endpoint a stream still forwards to the old one.',
        { control: moved },
      )
    }),

    // SHOULD 6: A delivery carries the basic authorization that was set for the destination (RFC 7617, 2).
    // Tried: the authorization of the creation, the same after another update, and one that an update sets.
    'event-authorization': delivering(async (tester) => {
      const { must } = tester
      const { values } = tester.resource(eventStreams)
      must.assume(
        values.destinations.authorized,
        'the tenant took no stream with webhook_authorization',
        'specification',
      )
      const { password } = values.destinations
      for (const { outcome, username } of [
        { outcome: await plainArrival(tester), username: plainUsername },
        { outcome: await tester.use(renamedStream), username: plainUsername },
        { outcome: (await tester.use(movedStream)).moved, username: movedUsername },
      ]) {
        const { trigger, delivery, steps } = await authorizedDelivery(tester, outcome)
        const expected = { username, password }
        must.that(
          carries(delivery, expected),
          'A delivery does not carry the basic authorization that was set.',
          {
            expected: `basic authorization of ${JSON.stringify(username)}${password === null ? '' : ' with the credential that was sent'}`,
            received: describeAuthorization(delivery, expected),
            exchange: trigger,
            steps,
          },
        )
      }
    }),

    // MUST 6: Two streams with the same subscription both forward the event.
    'event-every-stream': delivering(async (tester) => {
      const { first, second } = await tester.use(alikeStreams)
      const control = [first, second].find(({ delivery }) => delivery !== null)
      if (control === undefined)
        throw new Inconclusive('neither stream forwarded the event: see any.event-delivered', 'user')
      for (const outcome of [first, second])
        tester.must.arrive(
          outcome,
          'Only one of two streams with the same subscriptions forwarded the event.',
          { control },
        )
    }),

    // MUST 6: An event that occurs for one stream alone is not forwarded by another.
    'event-own-stream': delivering(async (tester) => {
      const { events, knowledge, must } = tester
      if (events.scope === 'all')
        throw new NotApplicable(
          'the trigger is for the whole tenant: every stream that matches forwards the event',
        )
      const { first, strayed } = await tester.use(alikeStreams)
      must.assume(first.delivery !== null, 'no event arrived: see any.event-delivered', 'user')
      // Somebody else's event that matches may come at any time.
      must.assume(
        strayed.delivery === null ||
          events.shows(strayed.delivery, first.trigger) ||
          (events.scope === 'one' && (await straysEachTime(tester, first.forwarder, strayed.forwarder))),
        'another stream got a delivery that does not show whose event it carries',
        'specification',
      )
      knowledge.observe('trigger-scope', strayed.delivery === null ? 'stream' : 'tenant')
      must.assume(
        strayed.delivery === null || events.scope === 'one',
        'another stream with the same subscriptions forwarded the event as well, as all do where a trigger is for the whole tenant: declare delivery.trigger.scope as "stream" or "tenant" in the profile',
        'user',
      )
      must.notArrive(strayed, 'An event that was triggered for one stream was forwarded by another one.', {
        control: first,
      })
    }),
  },
})
