// Reads an event stream. The operation is undocumented, but a run needs it to see changes.

import type { Route } from '../route.ts'
import { present, requireStream } from '../streams/event-stream.ts'

export const route: Route = {
  operation: 'event-streams.get',
  prefix: '',
  method: 'GET',
  path: '/event-streams/{id}',
  prepare:
    ({ id, state, variation }) =>
    () => ({ status: 200, body: present(requireStream(id, state.streams), variation) }),
}
