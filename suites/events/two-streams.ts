// Checks two streams with the same subscriptions (part 6).
import {
  type Checks,
  delivering,
  type Forwarder,
  fixture,
  Inconclusive,
  NotApplicable,
  nowMs,
  type Outcome,
  sleep,
  type TestContext,
  using,
} from '../../src/suite.ts'

/** `strayed` contains the event of the first stream, if the second stream forwards this event. */
export const twinStreams = fixture(
  'alike event streams',
  async ({
    events,
  }): Promise<{ readonly first: Outcome; readonly second: Outcome; readonly strayed: Outcome }> => {
    const [one, other] = events.types()
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

const roundsMin = 3
const watchMsMax = 20_000
const quietMs = 500
const soonMs = 2_000

const followsEachEvent = async (
  { events }: TestContext,
  first: Forwarder,
  { inbox }: Forwarder,
): Promise<boolean> => {
  const endMs = nowMs() + watchMsMax
  let rounds = 0
  while (rounds < roundsMin && nowMs() < endMs) {
    const before = inbox.deliveries.length
    await sleep(quietMs)
    if (inbox.deliveries.length > before) continue
    const triggered = await events.trigger(first)
    const arrived = await events.arrived(triggered)
    if (arrived.delivery === null) return false
    for (const untilMs = nowMs() + soonMs; inbox.deliveries.length === before && nowMs() < untilMs; )
      await sleep(50)
    if (inbox.deliveries.length === before) return false
    rounds += 1
  }
  return rounds >= roundsMin
}

export const eventsOfTwoStreams: Checks = {
  // MUST 6: If two enabled event streams have the same subscription, both streams forward each event that matches this subscription.
  'event-every-stream': delivering(
    using([twinStreams], async (check) => {
      const { first, second } = await check.use(twinStreams)
      const control = [first, second].find(({ delivery }) => delivery !== null)
      if (control === undefined)
        throw new Inconclusive('neither stream forwarded the event: see any.event-delivered', 'user')
      for (const outcome of [first, second])
        check.must.arrive(
          outcome,
          'Only one of two streams with the same subscriptions forwarded the event.',
          {
            control,
          },
        )
    }),
  ),

  // MUST 6: If an event is triggered for only one stream, no other stream forwards the event.
  'event-own-stream': delivering(
    using([twinStreams], async (check) => {
      const { events, knowledge, must } = check
      if (events.scope === 'all')
        throw new NotApplicable(
          'the trigger is for the whole tenant: every stream with a matching subscription forwards the event',
        )
      const { first, strayed } = await check.use(twinStreams)
      must.assume(first.delivery !== null, 'no event arrived: see any.event-delivered', 'user')
      // A delivery that does not identify its event may come from another client.
      must.assume(
        strayed.delivery === null ||
          events.shows(strayed.delivery, first.trigger) ||
          (events.scope === 'one' && (await followsEachEvent(check, first.forwarder, strayed.forwarder))),
        'another stream forwarded a delivery, and the delivery does not show to which stream its event belongs',
        'specification',
      )
      knowledge.observe('trigger-scope', strayed.delivery === null ? 'stream' : 'tenant')
      must.assume(
        strayed.delivery === null || events.scope === 'one',
        'another stream with the same subscriptions forwarded the event too, which is right if the trigger is for the whole tenant: declare delivery.trigger.scope as "stream" or "tenant" in the profile',
        'user',
      )
      must.notArrive(strayed, 'A stream forwarded an event that was triggered for another stream.', {
        control: first,
      })
    }),
  ),
}
