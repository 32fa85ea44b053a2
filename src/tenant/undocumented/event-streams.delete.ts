// Deletes an event stream. The operation is undocumented, but a run needs it for the clean-up.
import type { Route } from '../route.ts'
import { unknownStream } from '../streams/event-stream.ts'

export const route: Route = {
  operation: 'event-streams.delete',
  prefix: '',
  method: 'DELETE',
  path: '/event-streams/{id}',
  prepare:
    ({ id, state }) =>
    () => {
      if (!state.removeStream(id)) throw unknownStream()
      return { status: 204 }
    },
}
