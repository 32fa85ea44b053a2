// Lists event streams. The operation is undocumented, but a run needs it to find leftovers.

import type { Route } from '../route.ts'
import { present } from '../streams/event-stream.ts'

export const route: Route = {
  operation: 'event-streams.list',
  prefix: '',
  method: 'GET',
  path: '/event-streams',
  prepare:
    ({ state, variation }) =>
    () => ({
      status: 200,
      body: { eventStreams: [...state.streams.values()].map((stream) => present(stream, variation)) },
    }),
}
