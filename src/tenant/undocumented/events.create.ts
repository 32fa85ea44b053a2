// Triggers an event for the complete tenant, an undocumented operation that a run needs to test forwarding.

import { readEventType } from '../deliveries/trigger.ts'
import type { Route } from '../route.ts'

export const route: Route = {
  operation: 'events.create',
  prefix: '',
  method: 'POST',
  path: '/events',
  prepare: (call) => {
    const type = readEventType(call)
    return () => {
      const event = call.state.deliveries.publish(type, { streamId: null, isTest: false })
      return { status: 202, body: { id: event.id, event_type: type, event: event.payload } }
    }
  },
}
