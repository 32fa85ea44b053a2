// Checks that a stream forwards events of subscribed types, and no other events (part 6).
import { type Checks, delivering, type Exchange, type Forwarder, fixture, using } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { containedTypes } from './contained-types.ts'
import { laterEvents, plainArrival } from './plain-streams.ts'
import { assumeNotTest, assumeReturned, twoTypes } from './premises.ts'
import { secondTypeStreams } from './second-type-streams.ts'
import { twinStreams } from './two-streams.ts'

/** The stream has not yet forwarded an event of the last type. */
interface LastTypeStream {
  readonly forwarder: Forwarder
  readonly types: readonly string[]
  readonly steps: readonly Exchange[]
}

const streamOfThree = fixture('event stream of three subscriptions', ({ events }) =>
  events.forwarder({ types: events.types().slice(0, 3) }),
)

const lastTypeStreams = using(
  [laterEvents, twinStreams, streamOfThree],
  async (check): Promise<readonly (() => Promise<LastTypeStream>)[]> => {
    const [one, other] = twoTypes(check)
    const types = check.events.types()
    const ofTwo = async (): Promise<LastTypeStream> => {
      const [second] = await check.use(laterEvents)
      check.must.assume(
        second.delivery !== null,
        'an unchanged stream forwarded only its first event: see any.event-each-event',
      )
      const { first } = await check.use(twinStreams)
      const { forwarder, trigger } = first
      if (first.delivery === null) {
        const { delivery } = await check.events.raise(forwarder, { type: one })
        check.must.assume(
          delivery !== null,
          'a stream with two subscriptions forwarded no event of these subscriptions: see any.event-every-stream',
        )
        return { forwarder, types: [one, other], steps: [forwarder.created, trigger] }
      }
      return { forwarder, types: [other, one], steps: [forwarder.created, trigger] }
    }
    const ofThree = async (): Promise<LastTypeStream> => {
      const three = types.slice(0, 3)
      const forwarder = await check.use(streamOfThree)
      return { forwarder, types: three, steps: [forwarder.created] }
    }
    return types.length > 2 ? [ofTwo, ofThree] : [ofTwo]
  },
)

export const subscribedEvents: Checks = {
  // MUST 6: An enabled event stream forwards an event if at least one subscription of the stream names the type of the event. The position
  //   of this subscription in the list does not matter.
  'event-each-subscription': delivering(
    using([plainArrival, lastTypeStreams], async (check) => {
      const { events, must } = check
      const control = await plainArrival(check)
      for (const make of await lastTypeStreams(check)) {
        const { forwarder, types, steps } = await make()
        const type = types.at(-1)
        const place = forwarder.type === type ? 'first' : 'last'
        const listed = place === 'first' ? types.toReversed() : types
        const sent = check.resource(eventStreams).values.subscriptions.to(listed)
        assumeReturned(check, forwarder.created, sent, 'the subscriptions of the stream were')
        must.arrive(
          await events.raise(forwarder, { type, steps }),
          `The tenant did not forward an event of the ${place} of ${types.length} subscriptions.`,
          { control },
        )
      }
    }),
  ),

  // MUST 6: If no subscription of an event stream names the type of an event, the stream does not forward the event.
  'event-not-subscribed': delivering(
    using([secondTypeStreams, containedTypes], async (check) => {
      const { made, plain } = await check.use(secondTypeStreams)
      const message = 'The tenant forwarded an event that matches no subscription.'
      assumeNotTest(check, made, message)
      check.must.notArrive(made, message, { control: plain })
      for (const { outcome, control } of await check.use(containedTypes)) {
        assumeNotTest(check, outcome, message)
        check.must.notArrive(outcome, message, { control })
      }
    }),
  ),
}
