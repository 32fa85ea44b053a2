// Tests how the log finds the trigger of a delivery, and its limits.
import { expect, test } from 'vitest'
import type { Exchange } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { type Delivery, Inbox } from './inbox.ts'
import { TriggerLog } from './trigger-log.ts'

const trigger = (answer: Json): Exchange => ({
  id: 1,
  principal: 'full',
  operation: 'fixture:triggerEvent',
  request: { method: 'POST', url: 'http://tenant.example/', headers: {}, body: null },
  response: { status: 202, headers: {}, body: JSON.stringify(answer), bodyBytes: 1, wellFormed: true },
  failure: null,
  startedAtMs: 0,
  durationMs: 1,
})

const delivery = (body: Json, headers: Record<string, string> = {}): Delivery => ({
  method: 'POST',
  headers,
  body: JSON.stringify(body),
  whole: true,
  receivedAtMs: 0,
  status: 200,
})

test('a delivery is identified by text that no other trigger’s response contains', () => {
  const log = new TriggerLog()
  const inbox = new Inbox('http://receiver.example/a')
  const [one, other] = ['event-one', 'event-two'].map((id) => trigger({ id, kind: 'triggered' })) as [
    Exchange,
    Exchange,
  ]
  log.note(inbox, one)
  log.note(inbox, other)
  for (const shown of [
    delivery({ id: 'event-one', kind: 'triggered' }),
    delivery([{ id: 'event-zero' }, { id: 'event-one' }]),
    delivery({ events: [{ id: 'event-one' }, { id: 'event-three' }] }),
    delivery({ message: JSON.stringify({ id: 'event-one' }) }),
    delivery('anything', { 'ce-id': 'event-one' }),
  ]) {
    expect(log.shows(shown, one)).toBe(true)
    expect(log.shows(shown, other)).toBe(false)
    expect(log.isOthers(shown, other)).toBe(true)
  }
  const both = delivery([{ id: 'event-one' }, { id: 'event-two' }])
  expect([one, other].map((which) => log.isOthers(both, which))).toEqual([false, false])
  expect(log.shows(delivery({ kind: 'triggered' }), one)).toBe(false)
  expect(log.byInbox().get(inbox)).toEqual([one, other])
})

test('the log keeps only the latest triggers, up to its limit', () => {
  const log = new TriggerLog(3)
  const triggers = Array.from({ length: 10 }, (_, index) => trigger({ id: `event-number-${index}` }))
  for (const one of triggers) log.note(new Inbox('http://receiver.example/a'), one)
  expect(log.size).toBe(3)
  const shown = (index: number) =>
    log.shows(delivery({ id: `event-number-${index}` }), triggers[index] as Exchange)
  expect([shown(0), shown(6), shown(7), shown(9)]).toEqual([false, false, true, true])
})
