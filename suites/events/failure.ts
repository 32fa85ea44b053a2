// A stream whose receiver failed once, and what it forwards afterwards (part 6; how a delivery is repeated is left open).
import { type Delivery, fixture, Inconclusive, type Outcome } from '../../src/suite.ts'
import { laterEvents } from './scenes.ts'

// A tenant may hold back later events while it repeats one: so many are waited for one after another.
const laterMax = 3

export interface AfterFailure {
  /** A later event, which arrived if any of them did. */
  readonly later: Outcome
  readonly control: Outcome & { readonly delivery: Delivery }
}

export const afterFailure = fixture(
  'an event stream whose receiver failed once',
  async (own): Promise<AfterFailure> => {
    const { events } = own
    const [, { forwarder: plain }] = await own.use(laterEvents)
    const failed = await events.forwarder()
    failed.inbox.answerWith((earlier) => ({ status: earlier === 0 ? 500 : 200 }))
    const first = await events.raise(failed)
    if (first.delivery === null)
      throw new Inconclusive(
        'no event arrived at the stream whose receiver was to fail: see any.event-delivered',
        'user',
      )
    const steps = [failed.created, first.trigger]
    let later = await events.raise(failed, { steps })
    for (let count = 1; count < laterMax && later.delivery === null; count += 1)
      later = await events.raise(failed, { steps: [...steps, later.trigger] })
    return { later, control: await events.control(plain) }
  },
)
