// Events whose type is a part of one that a stream subscribes to, or the other way round: it is another type (part 6).
import {
  type Delivery,
  type Exchange,
  fixture,
  mentions,
  type Outcome,
  orElse,
  type Tester,
  type Triggered,
} from '../../src/suite.ts'
import { laterEvents } from './scenes.ts'

/** What a stream subscribes to, and an event that another type names. */
interface Pair {
  readonly subscribed: string
  readonly triggered: string
}

// Which types there are is not shown: a tenant that refuses a part of one shows nothing.
const pairsOf = ({ events }: Tester): readonly Pair[] => {
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

export interface Contained {
  readonly outcome: Outcome
  readonly control: Outcome
}

/** Events of such types that a trigger took, and what a stream that subscribes to the other one did with them. */
export const containedTypes = fixture(
  'event types that contain one another',
  async (own): Promise<readonly Contained[]> => {
    const { events } = own
    const [, { forwarder: plain }] = await own.use(laterEvents)
    const tried: { readonly triggered: Triggered; readonly created: Exchange; readonly type: string }[] = []
    for (const { subscribed, triggered: type } of pairsOf(own)) {
      const forwarder = await events.forwarder({ types: [subscribed] }).catch(orElse(null))
      const triggered = forwarder && (await events.trigger(forwarder, { type }).catch(orElse(null)))
      if (forwarder !== null && triggered !== null)
        tried.push({ triggered, created: forwarder.created, type })
    }
    if (tried.length === 0) return []
    // One control and one wait for all of them: they are tried at every depth.
    const control = await events.control(plain)
    return Promise.all(
      tried.map(async ({ triggered, created, type }) => {
        // A trigger may raise what it likes for a type that it does not know: what is forwarded has to say that it is of that type.
        const isOfType = (delivery: Delivery): boolean => mentions(delivery, type)
        const { delivery, ...outcome } = await events.silent(triggered, control, isOfType)
        const shown = delivery !== null && isOfType(delivery) ? delivery : null
        return { outcome: { ...outcome, steps: [created], delivery: shown }, control }
      }),
    )
  },
)
