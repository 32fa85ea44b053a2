// Triggers events for pairs of event types, where one name contains the other.
import {
  type Delivery,
  type Exchange,
  fixture,
  mentions,
  type Outcome,
  orElse,
  type TestContext,
  type Triggered,
  using,
} from '../../src/suite.ts'
import { laterEvents } from './plain-streams.ts'

interface Pair {
  readonly subscribed: string
  readonly triggered: string
}

// Also pairs a known type with a part of its own name, which a tenant may reject.
const pairsOfTypes = ({ events }: TestContext): readonly Pair[] => {
  const types = events.types()
  const known = types.flatMap((one) =>
    types
      .filter((other) => other !== one && other.includes(one))
      .flatMap((other) => [
        { subscribed: other, triggered: one },
        { subscribed: one, triggered: other },
      ]),
  )
  const [whole] = types
  const begun = whole.slice(0, -1)
  const ended = whole.slice(whole.indexOf('.') + 1)
  const made = [
    { subscribed: whole, triggered: begun },
    { subscribed: begun, triggered: whole },
    ...(ended === whole ? [] : [{ subscribed: whole, triggered: ended }]),
  ].filter(({ subscribed, triggered }) => subscribed !== '' && triggered !== '')
  return [...known.slice(0, pairsMax), ...made]
}

const pairsMax = 4

export interface TypeOutcome {
  readonly outcome: Outcome
  readonly control: Outcome
}

export const containedTypes = fixture(
  'event types that contain one another',
  using([laterEvents], async (shared): Promise<readonly TypeOutcome[]> => {
    const { events } = shared
    const [, { forwarder: plain }] = await shared.use(laterEvents)
    const triggeredTypes: {
      readonly triggered: Triggered
      readonly created: Exchange
      readonly type: string
    }[] = []
    for (const { subscribed, triggered: type } of pairsOfTypes(shared)) {
      const forwarder = await events.forwarder({ types: [subscribed] }).catch(orElse(null))
      const triggered = forwarder && (await events.trigger(forwarder, { type }).catch(orElse(null)))
      if (forwarder !== null && triggered !== null)
        triggeredTypes.push({ triggered, created: forwarder.created, type })
    }
    if (triggeredTypes.length === 0) return []
    const control = await events.control(plain)
    return Promise.all(
      triggeredTypes.map(async ({ triggered, created, type }) => {
        // Ignores other types, because a trigger with an unknown type may cause an event of any type.
        const isOfType = (delivery: Delivery): boolean => mentions(delivery, type)
        const { delivery, ...outcome } = await events.silent(triggered, control, isOfType)
        const shown = delivery !== null && isOfType(delivery) ? delivery : null
        return { outcome: { ...outcome, steps: [created], delivery: shown }, control }
      }),
    )
  }),
)
