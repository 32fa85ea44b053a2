// Reads an event stream: undocumented, shows changes.

import { Refusal } from '../http/refusal.ts'
import type { Route } from '../route.ts'
import { present } from '../streams/event-stream.ts'

export const route: Route = {
  operation: 'event-streams.get',
  prefix: '',
  method: 'GET',
  path: '/event-streams/{id}',
  prepare:
    ({ id, state, variation }) =>
    () => {
      const stream = state.streams.get(id)
      if (stream === undefined)
        throw new Refusal(404, 'inexistent_event_stream', 'The event stream does not exist')
      return { status: 200, body: present(stream, variation) }
    },
}
