// Streams that the run updates before their first event.
import {
  type Exchange,
  type Forwarder,
  fixture,
  type JsonObject,
  type Outcome,
  orElse,
  type TestContext,
  updates,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { plainUsername } from './plain-streams.ts'
import { inState, twoTypes, updateStream } from './premises.ts'

export const movedUsername = 'after'

export const renamedStream = fixture('renamed event stream', async (shared): Promise<Outcome> => {
  const stream = await shared.events.forwarder({ username: plainUsername })
  const renaming = await updateStream(shared, stream, { name: shared.requests.name() })
  return shared.events.raise(stream, { steps: [stream.created, renaming] })
})

export const movedStream = fixture(
  'moved event stream',
  async (shared): Promise<{ readonly moved: Outcome; readonly left: () => Promise<Outcome> }> => {
    const { events } = shared
    const old = await events.forwarder({ username: 'before' })
    const inbox = await events.inbox()
    const { values } = shared.resource(eventStreams)
    const moving = await updateStream(shared, old, {
      destination: values.destinations.at(inbox.url, movedUsername),
    })
    const moved = await events.raise({ ...old, inbox }, { steps: [old.created, moving] })
    return { moved, left: () => events.silent({ ...moved, forwarder: old }, moved) }
  },
)

interface Followed {
  readonly how: string
  readonly outcome: Outcome
}

const updatesWithoutEffect: readonly {
  readonly how: string
  change(check: TestContext, forwarder: Forwarder): Promise<Exchange>
}[] = [
  { how: 'an empty update', change: (check, forwarder) => updateStream(check, forwarder, {}) },
  {
    how: 'an update to the current state',
    change: (check, forwarder) => updateStream(check, forwarder, inState(check, 'enabled')),
  },
  {
    how: 'a new name by a form',
    change: (check, forwarder) =>
      updateStream(check, forwarder, { name: check.requests.name() }, updates.form),
  },
]

export const updatedWithoutEffect = fixture(
  'event streams left enabled',
  async (shared): Promise<readonly Followed[]> => {
    const left = []
    for (const { how, change } of shared.cases(updatesWithoutEffect, 'further')) {
      const forwarder = await shared.events.forwarder()
      const step = await change(shared, forwarder).catch(orElse(null))
      if (step === null) continue
      const steps = [forwarder.created, step]
      left.push({ how, outcome: await shared.events.raise(forwarder, { steps }) })
    }
    return left
  },
)

export const resubscribed = fixture(
  'event streams that were subscribed anew',
  async (shared): Promise<readonly Followed[]> => {
    const { events } = shared
    const [first, second] = twoTypes(shared)
    const subscribing = (type: string): JsonObject =>
      shared.resource(eventStreams).values.subscriptions.to([type])
    const sequences = [
      {
        how: 'a second update of its subscriptions',
        to: first,
        bodies: [subscribing(second), subscribing(first)],
      },
      {
        how: 'an update of its subscriptions while it was disabled',
        to: second,
        bodies: [inState(shared, 'disabled'), subscribing(second), inState(shared, 'enabled')],
      },
    ]
    const left = []
    for (const { how, to, bodies } of shared.cases(sequences, 'further')) {
      const forwarder = await events.forwarder({ types: [first] })
      const steps: Exchange[] = [forwarder.created]
      for (const body of bodies) steps.push(await updateStream(shared, forwarder, body))
      left.push({ how, outcome: await events.raise({ ...forwarder, type: to }, { steps }) })
    }
    return left
  },
)
