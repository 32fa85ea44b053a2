// Checks that only an enabled stream forwards events (part 6).
import { type Checks, delivering, fixture, type Outcome, orElse, using } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { disabledOtherwise } from './disabled-otherwise.ts'
import { controlEvent, laterEvents } from './plain-streams.ts'
import { assumeNotTest, inState, updateStream } from './premises.ts'

const disabledStreams = fixture(
  'disabled event streams',
  using(
    [laterEvents, controlEvent],
    async (
      shared,
    ): Promise<{
      readonly createdDisabled: Outcome
      readonly disabledLater: Outcome
      readonly plain: Outcome
    }> => {
      const { events } = shared
      await shared.use(laterEvents)
      const createdDisabled = await events.forwarder({ state: 'disabled' })
      const disabledLater = await events.forwarder()
      const disabling = await updateStream(shared, disabledLater, inState(shared, 'disabled'))
      const triggered = [
        await events.trigger(createdDisabled),
        await events.trigger(disabledLater, { steps: [disabledLater.created, disabling] }),
      ] as const
      const plain = await controlEvent(shared)
      const silent = await Promise.all([
        events.silent(triggered[0], plain),
        events.silent(triggered[1], plain),
      ])
      return { createdDisabled: silent[0], disabledLater: silent[1], plain }
    },
  ),
)

const mustForwardOnceEnabled = using(
  [disabledStreams],
  async (check, which: 'createdDisabled' | 'disabledLater', message: string): Promise<void> => {
    const { events, must } = check
    const { [which]: disabled, plain } = await check.use(disabledStreams)
    must.assume(
      disabled.delivery === null,
      'the disabled stream forwarded an event, so a later event of this stream proves nothing: see any.event-disabled',
    )
    const enabled = check.resource(eventStreams).values.inState('enabled')
    const enabling = await updateStream(check, disabled.forwarder, enabled)
    const outcome = await events.raise(disabled.forwarder, { steps: [...disabled.steps, enabling] })
    must.arrive(outcome, message, { control: plain })
  },
)

export const eventsByState: Checks = {
  // MUST 6: A disabled event stream forwards no event.
  'event-disabled': delivering(
    using([disabledStreams, disabledOtherwise], async (check) => {
      const { createdDisabled, disabledLater, plain } = await check.use(disabledStreams)
      const message = 'A disabled stream forwarded an event.'
      // If one disabled stream forwards nothing, the trigger does not cause test events.
      const heeded = createdDisabled.delivery === null || disabledLater.delivery === null
      for (const outcome of [createdDisabled, disabledLater]) {
        assumeNotTest(check, outcome, message, heeded)
        check.must.notArrive(outcome, message, { control: plain })
      }
      for (const { stateUpdate, outcome, control } of await check.use(disabledOtherwise)) {
        const forwarded = `A stream that was disabled ${stateUpdate.how} forwarded an event.`
        assumeNotTest(check, outcome, forwarded, heeded)
        check.must.notArrive(outcome, forwarded, { control })
      }
    }),
  ),

  // MUST 6: After an update disables an event stream and a later update enables the stream, the stream forwards the events that match its
  //   subscriptions again.
  'event-enabled-again': delivering(
    using([mustForwardOnceEnabled, disabledOtherwise], async (check) => {
      await mustForwardOnceEnabled(
        check,
        'disabledLater',
        'A stream forwards no event after it was disabled and then enabled.',
      )
      for (const { stateUpdate, outcome, control } of await check.use(disabledOtherwise)) {
        if (outcome.delivery !== null) continue
        const { forwarder, steps } = outcome
        const enabling = await stateUpdate.change(check, forwarder, 'enabled').catch(orElse(null))
        if (enabling === null) continue
        check.must.arrive(
          await check.events.raise(forwarder, { steps: [...steps, ...enabling] }),
          `A stream forwards no event after it was disabled and then enabled ${stateUpdate.how}.`,
          { control },
        )
      }
    }),
  ),
  // MUST 6: If an event stream is created with the forwarding state disabled and an update enables the stream, the stream forwards the
  //   events that match its subscriptions after this update.
  'event-enabled-later': delivering(
    using([mustForwardOnceEnabled], (check) =>
      mustForwardOnceEnabled(
        check,
        'createdDisabled',
        'A stream that was created as disabled forwards no event after it was enabled.',
      ),
    ),
  ),
}
