// Further ways in which an update disables a stream, enables it again, or leaves it enabled, each with the event that followed. A deep run
// tries them.
import {
  type Exchange,
  type Forwarder,
  fixture,
  type JsonObject,
  type Outcome,
  orElse,
  type Tester,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { twoTypes, update } from './premises.ts'
import { control } from './scenes.ts'

/** How updates are sent: "A stream that was disabled <how> …". */
interface Way {
  readonly how: string
  /** The update that sets that state. */
  change(tester: Tester, forwarder: Forwarder, state: 'enabled' | 'disabled'): Promise<readonly Exchange[]>
}

const form = 'application/x-www-form-urlencoded'

const inState = (tester: Tester, state: 'enabled' | 'disabled'): JsonObject =>
  tester.resource(eventStreams).values.inState(state)

const ways: readonly Way[] = [
  {
    how: 'together with a new name',
    change: async (tester, forwarder, state) => [
      await update(tester, forwarder, { ...inState(tester, state), name: tester.requests.name() }),
    ],
  },
  {
    how: 'for the second time',
    async change(tester, forwarder, state) {
      const other = state === 'enabled' ? 'disabled' : 'enabled'
      const sent: Exchange[] = []
      for (const one of [state, other, state] as const)
        sent.push(await update(tester, forwarder, inState(tester, one)))
      return sent
    },
  },
  {
    how: 'by a form',
    change: async (tester, forwarder, state) => [
      await update(tester, forwarder, inState(tester, state), form),
    ],
  },
]

interface Disabled {
  readonly way: Way
  readonly outcome: Outcome
  /** An event of another stream, which shows that events arrive. */
  readonly control: Outcome
}

/** Streams that were disabled in those ways, each with an event that followed. */
export const disabledFurther = fixture(
  'event streams disabled in further ways',
  async (own): Promise<readonly Disabled[]> => {
    const { events } = own
    const triggered = []
    for (const way of own.inDepth(ways)) {
      const forwarder = await events.forwarder()
      const steps = await way.change(own, forwarder, 'disabled').catch(orElse(null))
      // That it is not taken is the matter of other clauses.
      if (steps === null) continue
      triggered.push({ way, one: await events.trigger(forwarder, { steps: [forwarder.created, ...steps] }) })
    }
    if (triggered.length === 0) return []
    const plain = await control(own)
    return Promise.all(
      triggered.map(async ({ way, one }) => ({
        way,
        outcome: await events.silent(one, plain),
        control: plain,
      })),
    )
  },
)

/** What became of an event after updates. */
interface Followed {
  readonly how: string
  readonly outcome: Outcome
}

const untouching: readonly {
  readonly how: string
  change(tester: Tester, forwarder: Forwarder): Promise<Exchange>
}[] = [
  { how: 'an empty update', change: (tester, forwarder) => update(tester, forwarder, {}) },
  {
    how: 'an update to the state that it is in',
    change: (tester, forwarder) => update(tester, forwarder, inState(tester, 'enabled')),
  },
  {
    how: 'a new name by a form',
    change: (tester, forwarder) => update(tester, forwarder, { name: tester.requests.name() }, form),
  },
]

/** What streams forwarded after updates that change nothing of what they forward. */
export const leftForwarding = fixture(
  'event streams left enabled',
  async (own): Promise<readonly Followed[]> => {
    const left = []
    for (const { how, change } of own.inDepth(untouching)) {
      const forwarder = await own.events.forwarder()
      const step = await change(own, forwarder).catch(orElse(null))
      if (step === null) continue
      const steps = [forwarder.created, step]
      left.push({ how, outcome: await own.events.raise(forwarder, { steps }) })
    }
    return left
  },
)

/** Streams whose subscriptions were updated in further ways, each with an event of the type that counts by then. */
export const resubscribed = fixture(
  'event streams that were subscribed anew',
  async (own): Promise<readonly Followed[]> => {
    const { events } = own
    const [first, second] = twoTypes(own)
    const subscribing = (type: string): JsonObject =>
      own.resource(eventStreams).values.subscriptions.to([type])
    const sequences = [
      {
        how: 'a second update of its subscriptions',
        to: first,
        bodies: [subscribing(second), subscribing(first)],
      },
      {
        how: 'an update of its subscriptions while it was disabled',
        to: second,
        bodies: [inState(own, 'disabled'), subscribing(second), inState(own, 'enabled')],
      },
    ]
    const left = []
    for (const { how, to, bodies } of own.inDepth(sequences)) {
      const forwarder = await events.forwarder({ types: [first] })
      const steps: Exchange[] = [forwarder.created]
      for (const body of bodies) steps.push(await update(own, forwarder, body))
      left.push({ how, outcome: await events.raise({ ...forwarder, type: to }, { steps }) })
    }
    return left
  },
)
