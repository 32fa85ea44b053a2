// Tests the waiting times for deliveries, which depend on earlier deliveries.
import { expect, test } from 'vitest'
import { DeliveryLatency } from './delivery-latency.ts'

test('before any delivery, the first wait is the ceiling, and further waits are short', () => {
  const patience = new DeliveryLatency()
  expect(patience.arrivalMs).toBe(15_000)
  patience.noteMissing()
  expect(patience.arrivalMs).toBe(2_000)
  for (let further = 0; further < 9; further += 1) patience.noteMissing()
  expect(patience.arrivalMs).toBe(500)
  patience.learn(10)
  expect(patience.arrivalMs).toBe(5_050)
})

test('the slowest delivery decides the wait', () => {
  const patience = new DeliveryLatency()
  patience.learn(100)
  patience.learn(20)
  expect(patience.arrivalMs).toBe(5_500)
  expect(patience.silenceMs).toBe(500)
  patience.learn(2_000)
  expect(patience.arrivalMs).toBe(15_000)
  expect(patience.silenceMs).toBe(4_300)
})

test('a delivery is missing only if other deliveries were much faster', () => {
  const patience = new DeliveryLatency()
  expect([patience.slowestMs, patience.canTellMissing]).toEqual([null, false])
  patience.noteMissing()
  expect(patience.canTellMissing).toBe(false)
  patience.learn(7_000)
  expect([patience.arrivalMs, patience.canTellMissing]).toEqual([15_000, true])
  patience.learn(20_000)
  expect([patience.arrivalMs, patience.canTellMissing]).toEqual([15_000, false])
})

test('the wait for silence is always longer than the slowest delivery', () => {
  const patience = new DeliveryLatency(60_000)
  expect(patience.silenceMs).toBe(300)
  expect(patience.arrivalMs).toBe(60_000)
  patience.learn(30_000)
  expect(patience.silenceMs).toBe(30_300)
  expect(patience.arrivalMs).toBe(60_000)
})
