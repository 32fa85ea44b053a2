// Streams that no check changes. Their deliveries are the controls of the other checks.
import { type Delivery, fixture, Inconclusive, type Outcome, using } from '../../src/suite.ts'

export const plainUsername = 'fresh'

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

/** @throws Inconclusive if the first event did not arrive */
export const plainArrival = using(
  [plainStreams],
  async (check, which: 0 | 1 = 0): Promise<Outcome & { readonly delivery: Delivery }> => {
    const { [which]: plain } = await check.use(plainStreams)
    const { delivery } = plain
    if (delivery === null)
      throw new Inconclusive('no event of an unchanged stream arrived: see any.event-delivered', 'user')
    return { ...plain, delivery }
  },
)

export const laterEvents = fixture(
  'later events of a plain stream',
  using([plainArrival], async (shared): Promise<readonly [Outcome, Outcome]> => {
    const { forwarder, trigger } = await plainArrival(shared)
    const steps = [forwarder.created, trigger]
    return [await shared.events.raise(forwarder, { steps }), await shared.events.raise(forwarder, { steps })]
  }),
)

export const controlEvent = using(
  [laterEvents],
  async (check): Promise<Outcome & { readonly delivery: Delivery }> => {
    const [, { forwarder }] = await check.use(laterEvents)
    return check.events.control(forwarder)
  },
)
