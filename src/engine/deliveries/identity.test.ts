// Tests how a delivery's event is found, and the order of events.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { carries, deliveredOrder, marksOf } from './identity.ts'
import type { Delivery } from './inbox.ts'

const trigger = (answer: Json): Exchange => ({
  id: 1,
  principal: 'full',
  operation: 'fixture:triggerEvent',
  request: {
    method: 'POST',
    url: 'http://tenant.example/event-streams/est_0123456789/test',
    headers: {},
    body: '{"event_type":"user.created"}',
  },
  response: {
    status: 202,
    headers: {},
    body: JSON.stringify(answer),
    bodyBytes: 1,
    wellFormed: true,
  },
  failure: null,
  startedAtMs: 0,
  durationMs: 1,
})

const delivery = (body: Json): Delivery => ({
  method: 'POST',
  headers: {},
  body: JSON.stringify(body),
  whole: true,
  receivedAtMs: 0,
  status: 200,
})

test('marks are the texts that the response adds to the request', () => {
  const marks = marksOf(
    trigger({
      id: 'evt_"quoted"',
      stream: 'est_0123456789',
      type: 'user.created',
      status: 'new',
      n: 12345678,
    }),
  )
  expect(marks).toEqual(['evt_"quoted"'])
  expect(carries(delivery({ id: 'evt_"quoted"' }), marks)).toBe(true)
  expect(carries(delivery({ id: 'evt_"quoted"2' }), marks)).toBe(false)
  expect(carries(delivery({}), [])).toBe(false)
  expect(marksOf({ ...trigger({}), response: null })).toEqual([])
})

test('the order is that of first deliveries; it is unknown if deliveries do not identify their events', () => {
  const triggers = ['event-one', 'event-two', 'event-three'].map((id) =>
    trigger({ id, kind: 'a-test-event' }),
  )
  const sent = (...ids: string[]) => ids.map((id) => delivery({ id, kind: 'a-test-event' }))
  expect(deliveredOrder(triggers, sent('event-one', 'event-one', 'event-two', 'event-three'))).toEqual([
    0, 1, 2,
  ])
  expect(deliveredOrder(triggers, sent('event-three', 'event-one', 'event-two', 'event-three'))).toEqual([
    2, 0, 1,
  ])
  expect(deliveredOrder(triggers, sent('event-one', 'event-two'))).toBeNull()
  expect(deliveredOrder([trigger({}), trigger({})], sent('event-one'))).toBeNull()
})
