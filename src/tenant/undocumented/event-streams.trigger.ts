// Triggers an event for one stream. The operation is undocumented, but a run needs it to test forwarding.

import { readEventType } from '../deliveries/trigger.ts'
import type { Route } from '../route.ts'
import { requireStream } from '../streams/event-stream.ts'

export const route: Route = {
  operation: 'event-streams.trigger',
  prefix: '',
  method: 'POST',
  path: '/event-streams/{id}/test',
  prepare: (call) => {
    const type = readEventType(call)
    return () => {
      const { id, state, variation } = call
      const { scope, raises } = variation.trigger
      requireStream(id, state.streams)
      const event = state.deliveries.publish(type, {
        streamId: scope === 'stream' ? id : null,
        isTest: raises === 'test',
      })
      return {
        status: 202,
        body: {
          id: event.id,
          event_stream_id: id,
          event_type: type,
          status: 'pending',
          attempts: [],
          event: event.payload,
        },
      }
    }
  },
}
