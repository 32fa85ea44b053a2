// What several checks of event deliveries share: streams, triggers, and what came of them. A scene judges nothing.
import {
  type Attempt,
  type Delivery,
  type Exchange,
  type JsonObject,
  mentions,
  NotRun,
  type Tester,
  type WatchedStream,
} from '../../src/engine/index.ts'
import { eventStreams } from '../resources/event-streams.ts'

/** A trigger, the stream that it was for, and the delivery that followed; null where none did. */
export interface Triggered {
  readonly stream: WatchedStream
  readonly trigger: Exchange
  readonly delivery: Delivery | null
  /** Requests without which it means nothing, in their order. */
  readonly steps: readonly Exchange[]
}

/** Two event types. Throws NotRun where only one is known. */
export const twoTypes = (tester: Tester): readonly [string, string] => {
  const [first, second] = tester.resource(eventStreams).values.eventTypes()
  if (second === undefined)
    throw new NotRun('it needs two event types: declare eventStream.eventTypes in the profile')
  return [first, second]
}

/** Whether what was sent came back as it was sent, as far as it says what is forwarded. */
export const takenAs = (tester: Tester, exchange: Attempt, sent: JsonObject): boolean =>
  tester.must.showsAsSent(tester.resource(eventStreams).seen(exchange), sent)

/** Updates a stream; undecided where that is not accepted and returned as sent, which other clauses ask for. */
export const update = async (tester: Tester, stream: WatchedStream, body: JsonObject): Promise<Exchange> => {
  const exchange = await tester.call(tester.resource(eventStreams).update(stream.id, body))
  tester.must.assume(exchange.accepted, 'an update of the stream was not accepted')
  for (const [member, value] of Object.entries(body))
    tester.must.assume(
      takenAs(tester, exchange, { [member]: value }),
      `an update of ${member} was not returned as sent`,
    )
  return exchange
}

/**
 * Which deliveries may not follow a trigger, where those that carry no event of it may: somebody else's may come at any
 * time, and some senders try an address out. Where deliveries show whose event they carry, that decides.
 */
const ofTrigger =
  ({ events }: Tester, control: Triggered, trigger: Exchange, otherwise: (delivery: Delivery) => boolean) =>
  (delivery: Delivery): boolean =>
    control.delivery !== null && events.shows(control.delivery, control.trigger)
      ? events.shows(delivery, trigger)
      : otherwise(delivery)

const any = (): boolean => true

/** All but what names the subscribed type alone. */
const unlessNamed = (subscribed: string, triggered: string) => (delivery: Delivery) =>
  !mentions(delivery, subscribed) || mentions(delivery, triggered)

/** What follows a trigger that nothing may follow. To be called when the control, triggered after it, has arrived. */
export const silence = async (
  tester: Tester,
  { stream, trigger, steps }: Omit<Triggered, 'delivery'>,
  control: Triggered,
  otherwise: (delivery: Delivery) => boolean = any,
): Promise<Triggered> => ({
  stream,
  trigger,
  steps,
  delivery: await tester.events.silence(
    stream.inbox,
    trigger,
    ofTrigger(tester, control, trigger, otherwise),
  ),
})

/** Triggers an event for a stream that shows that events arrive. Throws Inconclusive where none does. */
const control = async ({ events }: Tester, stream: WatchedStream): Promise<Triggered> => {
  const trigger = await events.trigger(stream)
  return { stream, trigger, delivery: await events.control(stream, trigger), steps: [stream.created] }
}

/** Two streams that nothing was done to, with different event types where two are known: what arrives at each. */
export const plainStreams = (tester: Tester): Promise<readonly [Triggered, Triggered]> =>
  tester.once('plain event streams', async ({ events }) => {
    const [first, second = first] = tester.resource(eventStreams).values.eventTypes()
    const arrived = async (stream: WatchedStream, trigger: Exchange): Promise<Triggered> => ({
      stream,
      trigger,
      delivery: await events.arrival(stream.inbox, trigger),
      steps: [stream.created],
    })
    const one = await events.stream({ eventType: first })
    const other = await events.stream({ eventType: second })
    const triggers = [await events.trigger(one), await events.trigger(other)] as const
    return Promise.all([arrived(one, triggers[0]), arrived(other, triggers[1])])
  })

/** A plain stream's event that arrived. Throws Inconclusive where it did not. */
export const plainArrival = async (tester: Tester, which: 0 | 1 = 0): Promise<Triggered> => {
  const { [which]: plain } = await plainStreams(tester)
  tester.must.assume(plain.delivery !== null, 'no event arrived at a plain stream: see any.event-delivered')
  return plain
}

/** A stream that was created disabled and one that was disabled later, each with an event that followed. */
export const disabledStreams = (
  tester: Tester,
): Promise<{ readonly born: Triggered; readonly turned: Triggered; readonly plain: Triggered }> =>
  tester.once('disabled event streams', async (own) => {
    const { events } = own
    const born = await events.stream({ state: 'disabled' })
    const turned = await events.stream()
    const disabling = await update(own, turned, tester.resource(eventStreams).values.inState('disabled'))
    const stream = await events.stream()
    const triggers = [await events.trigger(born), await events.trigger(turned)] as const
    const plain = await control(own, stream)
    const [first, second] = await Promise.all([
      silence(own, { stream: born, trigger: triggers[0], steps: [born.created] }, plain),
      silence(own, { stream: turned, trigger: triggers[1], steps: [turned.created, disabling] }, plain),
    ])
    return { born: first, turned: second, plain }
  })

/**
 * A stream that subscribes to the second type, and one that was updated to it from the first, each with an event of the
 * first type that followed. No event of the second type is triggered meanwhile: a trigger may be for all streams.
 */
export const strangersToFirst = (
  tester: Tester,
): Promise<{ readonly made: Triggered; readonly updated: () => Triggered; readonly plain: Triggered }> =>
  tester.once('event streams of the second type', async (own) => {
    const { events } = own
    const [before, after] = twoTypes(own)
    const stream = await events.stream({ eventType: before })
    const made = await events.stream({ eventType: after })
    const changing = await events.stream({ eventType: before })
    // What comes of the update concerns one of the clauses alone.
    const updating = await outcome(() =>
      update(own, changing, { subscriptions: [{ event_type: after }] }).then(async (exchange) => ({
        stream: { ...changing, eventType: after },
        trigger: await events.trigger(changing, before),
        steps: [changing.created, exchange],
      })),
    )
    const trigger = await events.trigger(made, before)
    const plain = await control(own, stream)
    const otherwise = unlessNamed(after, before)
    const [first, second] = await Promise.all([
      silence(own, { stream: made, trigger, steps: [made.created] }, plain, otherwise),
      outcome(() => silence(own, updating(), plain, otherwise)),
    ])
    return { made: first, updated: second, plain }
  })

/** Two streams with one list of subscriptions, what each forwards, and what the second did with the first one's event. */
export const alikeStreams = (
  tester: Tester,
): Promise<{ readonly first: Triggered; readonly second: Triggered; readonly strayed: Delivery | null }> =>
  tester.once('alike event streams', async (own) => {
    const { events } = own
    const [one, other] = tester.resource(eventStreams).values.eventTypes()
    // A list that no other check uses, so that these two streams are all that share it.
    const alike = other === undefined ? {} : { eventType: other, further: [one] }
    const streams = [await events.stream(alike), await events.stream(alike)] as const
    const steps = streams.map(({ created }) => created)
    const arrived = async (stream: WatchedStream, trigger: Exchange): Promise<Triggered> => ({
      ...{ stream, trigger, steps },
      delivery: await events.arrival(stream.inbox, trigger),
    })
    const trigger = await events.trigger(streams[0])
    if (events.scope === 'tenant') {
      const both = await Promise.all([arrived(streams[0], trigger), arrived(streams[1], trigger)])
      return { first: both[0], second: both[1], strayed: null }
    }
    const first = await arrived(streams[0], trigger)
    const strayed =
      first.delivery === null
        ? null
        : (await silence(own, { stream: streams[1], trigger, steps }, first)).delivery
    return { first, strayed, second: await arrived(streams[1], await events.trigger(streams[1])) }
  })

/** What came of a part of a scene, kept for those alone whom it concerns. */
const outcome = async <T>(run: () => Promise<T>): Promise<() => T> => {
  try {
    const value = await run()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
