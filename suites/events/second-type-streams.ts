// Two streams of the second event type: one is created with this type, the other is updated to this type.
import { type Delivery, fixture, mentions, type Outcome, using } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { controlEvent, laterEvents } from './plain-streams.ts'
import { twoTypes, updateStream } from './premises.ts'

/** A delivery that mentions the subscribed type, but not the triggered type, has another cause. */
const unlessOwnType = (subscribed: string, triggered: string) => (delivery: Delivery) =>
  !mentions(delivery, subscribed) || mentions(delivery, triggered)

/** Creates both streams before the first trigger, because a trigger may cause an event for all streams. */
export const secondTypeStreams = fixture(
  'event streams of the second type',
  using(
    [laterEvents, controlEvent],
    async (
      shared,
    ): Promise<{ readonly made: Outcome; readonly updated: () => Outcome; readonly plain: Outcome }> => {
      const { events } = shared
      const [before, after] = twoTypes(shared)
      await shared.use(laterEvents)
      const made = await events.forwarder({ types: [after] })
      const changing = await events.forwarder({ types: [before] })
      // Only one clause needs the update, so an error must not fail the fixture.
      const updated = await outcomeOf(async () => {
        const updating = await updateStream(
          shared,
          changing,
          shared.resource(eventStreams).values.subscriptions.to([after]),
        )
        const changed = { ...changing, type: after }
        return events.trigger(changed, { type: before, steps: [changing.created, updating] })
      })
      const triggered = await events.trigger(made, { type: before })
      const plain = await controlEvent(shared)
      const otherwise = unlessOwnType(after, before)
      const silent = await Promise.all([
        events.silent(triggered, plain, otherwise),
        outcomeOf(() => events.silent(updated(), plain, otherwise)),
      ])
      return { made: silent[0], updated: silent[1], plain }
    },
  ),
)

const outcomeOf = async <T>(run: () => Promise<T>): Promise<() => T> => {
  try {
    const value = await run()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
