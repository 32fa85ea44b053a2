// Checks that a stream continues to forward events after its receiver failed once (part 6).
import {
  type Checks,
  type Delivery,
  delivering,
  fixture,
  Inconclusive,
  type Outcome,
  using,
} from '../../src/suite.ts'
import { laterEvents } from './plain-streams.ts'

// Triggers several events, because a tenant may delay later events while it repeats a failed delivery.
const laterMax = 3

interface FailedOnce {
  readonly later: Outcome
  readonly control: Outcome & { readonly delivery: Delivery }
}

const failedOnce = fixture(
  'an event stream whose receiver failed once',
  using([laterEvents], async (shared): Promise<FailedOnce> => {
    const { events } = shared
    const [, { forwarder: plain }] = await shared.use(laterEvents)
    const failed = await events.forwarder()
    failed.inbox.answerWith((earlier) => ({ status: earlier === 0 ? 500 : 200 }))
    const first = await events.raise(failed)
    if (first.delivery === null)
      throw new Inconclusive(
        'no event of the stream arrived before the receiver returned an error: see any.event-delivered',
        'user',
      )
    const steps = [failed.created, first.trigger]
    let later = await events.raise(failed, { steps })
    for (let count = 1; count < laterMax && later.delivery === null; count += 1)
      later = await events.raise(failed, { steps: [...steps, later.trigger] })
    return { later, control: await events.control(plain) }
  }),
)

export const eventsAfterFailure: Checks = {
  // SHOULD 6: If the webhook endpoint returns a 5xx status for one delivery and accepts later deliveries, an enabled event stream continues
  //   to forward events. The specification does not say what a stream does after a failed delivery.
  'event-after-failure': delivering(
    using([failedOnce], async (check) => {
      const { later, control } = await check.use(failedOnce)
      check.must.arrive(later, 'A stream forwards no further event after its receiver returned 500 once.', {
        control,
      })
    }),
  ),
}
