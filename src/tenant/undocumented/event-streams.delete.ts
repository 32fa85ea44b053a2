// Deletes an event stream: undocumented, needed for clean-up.
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../route.ts'

export const route: Route = {
  operation: 'event-streams.delete',
  prefix: '',
  method: 'DELETE',
  path: '/event-streams/{id}',
  prepare:
    ({ id, state }) =>
    () => {
      if (!state.removeStream(id))
        throw new Refusal(404, 'inexistent_event_stream', 'The event stream does not exist')
      return { status: 204 }
    },
}
