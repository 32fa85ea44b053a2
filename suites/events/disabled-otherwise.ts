// In a deep run, disables streams in further ways, for example with a form.
import {
  type Exchange,
  type Forwarder,
  fixture,
  type Outcome,
  orElse,
  type TestContext,
  updates,
  using,
} from '../../src/suite.ts'
import { controlEvent } from './plain-streams.ts'
import { inState, updateStream } from './premises.ts'

/** In messages, `how` follows the words "A stream that was disabled". */
interface StateUpdate {
  readonly how: string
  change(
    check: TestContext,
    forwarder: Forwarder,
    state: 'enabled' | 'disabled',
  ): Promise<readonly Exchange[]>
}

const stateUpdates: readonly StateUpdate[] = [
  {
    how: 'together with a new name',
    change: async (check, forwarder, state) => [
      await updateStream(check, forwarder, { ...inState(check, state), name: check.requests.name() }),
    ],
  },
  {
    how: 'for the second time',
    async change(check, forwarder, state) {
      const other = state === 'enabled' ? 'disabled' : 'enabled'
      const sent: Exchange[] = []
      for (const one of [state, other, state] as const)
        sent.push(await updateStream(check, forwarder, inState(check, one)))
      return sent
    },
  },
  {
    how: 'by a form',
    change: async (check, forwarder, state) => [
      await updateStream(check, forwarder, inState(check, state), updates.form),
    ],
  },
]

interface Disabled {
  readonly stateUpdate: StateUpdate
  readonly outcome: Outcome
  readonly control: Outcome
}

export const disabledOtherwise = fixture(
  'event streams disabled in further ways',
  using([controlEvent], async (shared): Promise<readonly Disabled[]> => {
    const { events } = shared
    const triggered = []
    for (const stateUpdate of shared.cases(stateUpdates, 'further')) {
      const forwarder = await events.forwarder()
      const steps = await stateUpdate.change(shared, forwarder, 'disabled').catch(orElse(null))
      if (steps === null) continue
      triggered.push({
        stateUpdate,
        one: await events.trigger(forwarder, { steps: [forwarder.created, ...steps] }),
      })
    }
    if (triggered.length === 0) return []
    const plain = await controlEvent(shared)
    return Promise.all(
      triggered.map(async ({ stateUpdate, one }) => ({
        stateUpdate,
        outcome: await events.silent(one, plain),
        control: plain,
      })),
    )
  }),
)
