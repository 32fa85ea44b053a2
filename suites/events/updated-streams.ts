// Streams that the run renames or moves to another endpoint before their first event.
import { fixture, type Outcome } from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { plainUsername } from './plain-streams.ts'
import { updateStream } from './premises.ts'

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
