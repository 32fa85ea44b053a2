// What several checks of event deliveries share: streams, triggers, and what came of them. A scene judges nothing.
import { type Delivery, mentions, type Outcome, type Tester } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { twoTypes, update } from './premises.ts'

/** Two streams that nothing was done to, with different event types where two are known: what arrives at each. */
export const plainStreams = (tester: Tester): Promise<readonly [Outcome, Outcome]> =>
  tester.once('plain event streams', async ({ events }) => {
    const [first, second = first] = events.types()
    const one = await events.forwarder({ types: [first] })
    const other = await events.forwarder({ types: [second] })
    const triggered = [await events.trigger(one), await events.trigger(other)] as const
    return Promise.all([events.arrived(triggered[0]), events.arrived(triggered[1])])
  })

/** A plain stream's event that arrived. Throws Inconclusive where it did not. */
export const plainArrival = async (tester: Tester, which: 0 | 1 = 0): Promise<Outcome> => {
  const { [which]: plain } = await plainStreams(tester)
  tester.must.assume(plain.delivery !== null, 'no event arrived at a plain stream: see any.event-delivered')
  return plain
}

/** A stream that was created disabled and one that was disabled later, each with an event that followed. */
export const disabledStreams = (
  tester: Tester,
): Promise<{ readonly born: Outcome; readonly turned: Outcome; readonly plain: Outcome }> =>
  tester.once('disabled event streams', async (own) => {
    const { events } = own
    const born = await events.forwarder({ state: 'disabled' })
    const turned = await events.forwarder()
    const disabling = await update(own, turned, own.resource(eventStreams).values.inState('disabled'))
    const enabled = await events.forwarder()
    const triggered = [
      await events.trigger(born),
      await events.trigger(turned, { steps: [turned.created, disabling] }),
    ] as const
    const plain = await events.control(enabled)
    const silent = await Promise.all([events.silent(triggered[0], plain), events.silent(triggered[1], plain)])
    return { born: silent[0], turned: silent[1], plain }
  })

/** All but what names the subscribed type alone. */
const unlessNamed = (subscribed: string, triggered: string) => (delivery: Delivery) =>
  !mentions(delivery, subscribed) || mentions(delivery, triggered)

/**
 * A stream that subscribes to the second type, and one that was updated to it from the first, each with an event of the
 * first type that followed. No event of the second type is triggered meanwhile: a trigger may be for all streams.
 */
export const strangersToFirst = (
  tester: Tester,
): Promise<{ readonly made: Outcome; readonly updated: () => Outcome; readonly plain: Outcome }> =>
  tester.once('event streams of the second type', async (own) => {
    const { events } = own
    const [before, after] = twoTypes(own)
    const subscribed = await events.forwarder({ types: [before] })
    const made = await events.forwarder({ types: [after] })
    const changing = await events.forwarder({ types: [before] })
    // What comes of the update concerns one of the clauses alone.
    const updated = await kept(async () => {
      const updating = await update(own, changing, own.resource(eventStreams).values.subscribing([after]))
      const changed = { ...changing, type: after }
      return events.trigger(changed, { type: before, steps: [changing.created, updating] })
    })
    const triggered = await events.trigger(made, { type: before })
    const plain = await events.control(subscribed)
    const otherwise = unlessNamed(after, before)
    const silent = await Promise.all([
      events.silent(triggered, plain, otherwise),
      kept(() => events.silent(updated(), plain, otherwise)),
    ])
    return { made: silent[0], updated: silent[1], plain }
  })

/** Two streams with one list of subscriptions, what each forwards, and what the second did with the first one's event. */
export const alikeStreams = (
  tester: Tester,
): Promise<{ readonly first: Outcome; readonly second: Outcome; readonly strayed: Outcome }> =>
  tester.once('alike event streams', async ({ events }) => {
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
  })

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
