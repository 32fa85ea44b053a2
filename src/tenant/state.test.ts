// Tests the limits of the data that a tenant stores.
import { expect, test } from 'vitest'
import { nowMs } from '../base/clock.ts'
import { makeClients } from './access/clients.ts'
import { Deliveries } from './deliveries/deliveries.ts'
import { Forwarding } from './deliveries/forwarding.ts'
import { Refusal } from './http/refusal.ts'
import { State, storedLimits } from './state.ts'
import { storedStateOf } from './stored-state.ts'
import type { EventStream } from './streams/event-stream.ts'
import { makeIds } from './values/ids.ts'
import { defaultVariation } from './variations/default-variation.ts'

const { streamsMax, policiesMax, documentsMax, bytesMax } = storedLimits

function emptyState(): State {
  const streams = new Map<string, EventStream>()
  const ids = makeIds(defaultVariation)
  const forwarding = new Forwarding(streams, () => false)
  const deliveries = new Deliveries({
    ...{ style: defaultVariation.delivery, deliverTo: 'loopback', ca: null, source: 'urn:x' },
    ...{ ids, streams, forwarding },
  })
  return new State({ streams, ids, forwarding, deliveries })
}

const streamOf = (id: string, name = 'x'): EventStream => ({
  ...{ id, name, subscriptions: [], state: 'enabled', createdAt: 0n, updatedAt: 0n },
  destination: { type: 'webhook', configuration: {}, authorization: null },
})

test.each<[string, number, (state: State, id: string) => void, (state: State) => number]>([
  ['streamsMax', streamsMax, (state, id) => state.keepStream(streamOf(id)), ({ streams }) => streams.size],
  [
    'policiesMax',
    policiesMax,
    (state, id) => state.keepPolicy({ id, body: {} }),
    ({ policies }) => policies.size,
  ],
  [
    'documentsMax',
    documentsMax,
    (state, id) => state.keepDocument(id, {}),
    ({ documents }) => documents.size,
  ],
])('%s limits new entries, but stored entries can still change', (_, max, keep, count) => {
  const state = emptyState()
  for (let index = 0; index < max; index += 1) keep(state, `id ${index}`)
  keep(state, 'id 7')
  expect(() => keep(state, 'one more')).toThrow(Refusal)
  expect(count(state)).toBe(max)
})

test('the total size is limited, and a removal frees space', () => {
  const state = emptyState()
  const half = 'x'.repeat(bytesMax / 2)
  state.keepStream(streamOf('a', half))
  expect(() => state.keepPolicy({ id: 'b', body: { text: half } })).toThrow(Refusal)
  state.keepStream(streamOf('a', half.slice(10)))
  expect(() => state.keepDocument('/c', half)).toThrow(Refusal)
  state.removeStream('a')
  state.keepPolicy({ id: 'b', body: { text: half } })
  expect(state.removePolicy('b')).toBe(true)
  state.keepDocument('/c', half)
  expect([state.streams.size, state.policies.size, state.documents.size]).toEqual([0, 0, 1])
  // The tenant no longer remembers this removed stream, because only faults need removed streams.
  expect(state.removed.size).toBe(0)
})

test('the number of remembered ids of deleted policies is limited', () => {
  const state = emptyState()
  for (let index = 0; index < policiesMax + 10; index += 1) state.noteDeletedPolicy(`id ${index}`)
  expect(state.deletedPolicies.size).toBe(policiesMax)
  expect([...state.deletedPolicies].at(-1)).toBe(`id ${policiesMax + 9}`)
})

test('the number and the size of stored deliveries are limited', async () => {
  const written = async (count: number, text: string): Promise<number> => {
    const state = emptyState()
    state.keepStream(streamOf('a'))
    const payload = { text }
    const event = { id: 'e', type: 't', streamId: null, isTest: false, payload }
    // The tenant keeps only the latest waiting deliveries, both attempted and new deliveries.
    for (let index = 0; index < count; index += 1)
      state.deliveries.resume({ streamId: 'a', events: [event], tries: 1, dueMs: nowMs() + 3_600_000 })
    const clients = makeClients(defaultVariation, [])
    const { length } = storedStateOf(state, clients, defaultVariation).deliveries ?? []
    await state.deliveries.close()
    return length
  }
  const { deliveriesMax, deliveriesBytesMax } = storedLimits
  expect(await written(deliveriesMax + 5, '')).toBe(deliveriesMax)
  expect(await written(10, 'x'.repeat(deliveriesBytesMax / 5))).toBe(4)
})
