// What several checks of event deliveries share: streams, triggers, and what came of them. A scene judges nothing.
import {
  type Delivery,
  type Exchange,
  type Forwarder,
  fixture,
  Inconclusive,
  mentions,
  type Outcome,
  type Tester,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { twoTypes, update } from './premises.ts'

/** With which plain streams authorize, and the moved one once it has moved. */
export const [plainUsername, movedUsername] = ['fresh', 'after'] as const

/** Two streams that nothing was done to, with different event types where two are known: what arrives at each first. */
export const plainStreams = fixture(
  'plain event streams',
  async ({ events }): Promise<readonly [Outcome, Outcome]> => {
    const [first, second = first] = events.types()
    const one = await events.forwarder({ types: [first], username: plainUsername })
    const other = await events.forwarder({ types: [second] })
    const triggered = [await events.trigger(one), await events.trigger(other)] as const
    return Promise.all([events.arrived(triggered[0]), events.arrived(triggered[1])])
  },
)

/** A plain stream's event that arrived. Throws Inconclusive where it did not. */
export const plainArrival = async (
  tester: Tester,
  which: 0 | 1 = 0,
): Promise<Outcome & { readonly delivery: Delivery }> => {
  const { [which]: plain } = await tester.use(plainStreams)
  const { delivery } = plain
  if (delivery === null)
    throw new Inconclusive('no event arrived at a plain stream: see any.event-delivered', 'user')
  return { ...plain, delivery }
}

/** What the first plain stream forwarded of its second and its third event, after the first had arrived. */
export const laterEvents = fixture(
  'later events of a plain stream',
  async (own): Promise<readonly [Outcome, Outcome]> => {
    const { forwarder, trigger } = await plainArrival(own)
    const steps = [forwarder.created, trigger]
    return [await own.events.raise(forwarder, { steps }), await own.events.raise(forwarder, { steps })]
  },
)

/** One more event of the first plain stream, which shows that events arrive. */
export const control = async (tester: Tester): Promise<Outcome & { readonly delivery: Delivery }> => {
  const [, { forwarder }] = await tester.use(laterEvents)
  return tester.events.control(forwarder)
}

/** A stream that was renamed before it forwarded anything, and what it forwarded then. */
export const renamedStream = fixture('renamed event stream', async (own): Promise<Outcome> => {
  const stream = await own.events.forwarder({ username: plainUsername })
  const renaming = await update(own, stream, { name: own.requests.name() })
  return own.events.raise(stream, { steps: [stream.created, renaming] })
})

/** A stream whose destination was changed before it forwarded anything: what arrived at the new address, and what did at the old one. */
export const movedStream = fixture(
  'moved event stream',
  async (own): Promise<{ readonly moved: Outcome; readonly left: () => Promise<Outcome> }> => {
    const { events } = own
    const old = await events.forwarder({ username: 'before' })
    const inbox = await events.inbox()
    const { values } = own.resource(eventStreams)
    const moving = await update(own, old, { destination: values.destinations.at(inbox.url, movedUsername) })
    const moved = await events.raise({ ...old, inbox }, { steps: [old.created, moving] })
    return { moved, left: () => events.silent({ ...moved, forwarder: old }, moved) }
  },
)

/** A stream that was created disabled and one that was disabled later, each with an event that followed. */
export const disabledStreams = fixture(
  'disabled event streams',
  async (own): Promise<{ readonly born: Outcome; readonly turned: Outcome; readonly plain: Outcome }> => {
    const { events } = own
    await own.use(laterEvents)
    const born = await events.forwarder({ state: 'disabled' })
    const turned = await events.forwarder()
    const disabling = await update(own, turned, own.resource(eventStreams).values.inState('disabled'))
    const triggered = [
      await events.trigger(born),
      await events.trigger(turned, { steps: [turned.created, disabling] }),
    ] as const
    const plain = await control(own)
    const silent = await Promise.all([events.silent(triggered[0], plain), events.silent(triggered[1], plain)])
    return { born: silent[0], turned: silent[1], plain }
  },
)

/** All but what names the subscribed type alone. */
const unlessNamed = (subscribed: string, triggered: string) => (delivery: Delivery) =>
  !mentions(delivery, subscribed) || mentions(delivery, triggered)

/**
 * A stream that subscribes to the second type, and one that was updated to it from the first, each with an event of the
 * first type that followed. No event of the second type is triggered meanwhile: a trigger may be for all streams.
 */
export const strangersToFirst = fixture(
  'event streams of the second type',
  async (
    own,
  ): Promise<{ readonly made: Outcome; readonly updated: () => Outcome; readonly plain: Outcome }> => {
    const { events } = own
    const [before, after] = twoTypes(own)
    await own.use(laterEvents)
    const made = await events.forwarder({ types: [after] })
    const changing = await events.forwarder({ types: [before] })
    // What comes of the update concerns one of the clauses alone.
    const updated = await kept(async () => {
      const updating = await update(
        own,
        changing,
        own.resource(eventStreams).values.subscriptions.to([after]),
      )
      const changed = { ...changing, type: after }
      return events.trigger(changed, { type: before, steps: [changing.created, updating] })
    })
    const triggered = await events.trigger(made, { type: before })
    const plain = await control(own)
    const otherwise = unlessNamed(after, before)
    const silent = await Promise.all([
      events.silent(triggered, plain, otherwise),
      kept(() => events.silent(updated(), plain, otherwise)),
    ])
    return { made: silent[0], updated: silent[1], plain }
  },
)

/** Two streams with one list of subscriptions, what each forwards, and what the second did with the first one's event. */
export const alikeStreams = fixture(
  'alike event streams',
  async ({
    events,
  }): Promise<{ readonly first: Outcome; readonly second: Outcome; readonly strayed: Outcome }> => {
    const [one, other] = events.types()
    // A list that no other check uses, so that these two streams are all that share it.
    const types = other === undefined ? [one] : [other, one]
    const streams = [await events.forwarder({ types }), await events.forwarder({ types })] as const
    const steps = streams.map(({ created }) => created)
    const triggered = await events.trigger(streams[0], { steps })
    const beside = { ...triggered, forwarder: streams[1] }
    const none = { ...beside, delivery: null }
    if (events.scope === 'all') {
      const both = await Promise.all([events.arrived(triggered), events.arrived(beside)])
      return { first: both[0], second: both[1], strayed: none }
    }
    const first = await events.arrived(triggered)
    const strayed = first.delivery === null ? none : await events.silent(beside, first)
    return { first, strayed, second: await events.raise(streams[1], { steps }) }
  },
)

/** A stream, what it subscribes to, and an event that only the last of those types names. */
export interface LastNamed {
  readonly forwarder: Forwarder
  readonly types: readonly string[]
  readonly steps: readonly Exchange[]
}

/**
 * A stream of two subscriptions, and one of three where as many types are known. The first of those that are alike is the one of
 * two, which has forwarded an event of its first subscription.
 */
export const severalSubscriptions = async (
  tester: Tester,
): Promise<readonly (() => Promise<LastNamed>)[]> => {
  const [one, other] = twoTypes(tester)
  const types = tester.events.types()
  const ofTwo = async (): Promise<LastNamed> => {
    const [second] = await tester.use(laterEvents)
    tester.must.assume(
      second.delivery !== null,
      'a plain stream forwarded its first event alone: see any.event-each-event',
    )
    const { first } = await tester.use(alikeStreams)
    const { forwarder, trigger } = first
    // Whether it forwards that of the last one shows whether the place in the list decides.
    if (first.delivery === null) {
      const { delivery } = await tester.events.raise(forwarder, { type: one })
      tester.must.assume(
        delivery !== null,
        'a stream of two subscriptions forwarded no event of either: see any.event-every-stream',
      )
      return { forwarder, types: [one, other], steps: [forwarder.created, trigger] }
    }
    return { forwarder, types: [other, one], steps: [forwarder.created, trigger] }
  }
  const ofThree = async (): Promise<LastNamed> => {
    const three = types.slice(0, 3)
    const forwarder = await tester.use(streamOfThree)
    return { forwarder, types: three, steps: [forwarder.created] }
  }
  return types.length > 2 ? [ofTwo, ofThree] : [ofTwo]
}

const streamOfThree = fixture('event stream of three subscriptions', ({ events }) =>
  events.forwarder({ types: events.types().slice(0, 3) }),
)

/** What came of a part of a scene, kept for those alone whom it concerns. */
const kept = async <T>(run: () => Promise<T>): Promise<() => T> => {
  try {
    const value = await run()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
