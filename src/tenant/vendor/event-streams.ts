// The event streams of the public vendor's API: pages, a delete that can be repeated, and deliveries.
import type { PastDelivery } from '../deliveries/deliveries.ts'
import { Refusal } from '../http/refusal.ts'
import type { Call, Route } from '../route.ts'
import { present, requireStream } from '../streams/event-stream.ts'
import { route as remove } from '../undocumented/event-streams.delete.ts'
import { route as list } from '../undocumented/event-streams.list.ts'
import { requireObject } from '../values/validation.ts'
import { pageOf } from './pagination.ts'

export const vendorRoutes: readonly Route[] = [
  {
    ...list,
    prepare:
      ({ state, variation, query }) =>
      () => {
        const items = [...state.streams.values()].map((stream) => ({
          id: stream.id,
          shown: present(stream, variation),
        }))
        return { status: 200, body: pageOf(items, 'eventStreams', query) }
      },
  },
  {
    ...remove,
    prepare:
      ({ id, state }) =>
      () => {
        state.removeStream(id)
        return { status: 204 }
      },
  },
  {
    operation: 'event-deliveries.list',
    prefix: '',
    method: 'GET',
    path: '/event-streams/{id}/deliveries',
    scope: 'read:event_deliveries',
    prepare: (call) => () => {
      const items = deliveriesOf(call).map((shown) => ({ id: shown.id, shown: { ...shown } }))
      return { status: 200, body: pageOf(items, 'deliveries', call.query) }
    },
  },
  {
    operation: 'event-deliveries.get',
    prefix: '',
    method: 'GET',
    path: '/event-streams/{id}/deliveries/{event}',
    scope: 'read:event_deliveries',
    prepare: (call) => () => ({ status: 200, body: { ...deliveryOf(call) } }),
  },
  {
    operation: 'event-deliveries.repeat',
    prefix: '',
    method: 'POST',
    path: '/event-streams/{id}/redeliver/{event}',
    scope: 'update:event_deliveries',
    prepare: (call) => () => {
      call.state.deliveries.repeat(call.id, deliveryOf(call).id)
      return { status: 202 }
    },
  },
  {
    operation: 'event-deliveries.repeat-all',
    prefix: '',
    method: 'POST',
    path: '/event-streams/{id}/redeliver',
    scope: 'update:event_deliveries',
    prepare(call) {
      const sent = requireObject(call.body)
      const types = Array.isArray(sent.event_types) ? sent.event_types : null
      return () => {
        for (const { id, event_type } of deliveriesOf(call))
          if (types?.includes(event_type) !== false) call.state.deliveries.repeat(call.id, id)
        return { status: 202, body: sent }
      }
    },
  },
]

function deliveriesOf({ id, state }: Call): readonly PastDelivery[] {
  requireStream(id, state.streams)
  return state.deliveries.pastOf(id)
}

function deliveryOf(call: Call): PastDelivery {
  const delivery = deliveriesOf(call).find(({ id }) => id === call.parameters.event)
  if (delivery === undefined) throw new Refusal(404, 'inexistent_delivery', 'The delivery does not exist')
  return delivery
}
