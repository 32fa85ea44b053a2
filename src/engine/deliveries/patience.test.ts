// How long deliveries are waited for, as more of them are seen.
import { expect, test } from 'vitest'
import { Patience } from './patience.ts'

test('nothing known: the whole ceiling, and little once nothing has come for as long', () => {
  const patience = new Patience()
  expect(patience.arrivalMs).toBe(15_000)
  patience.missed()
  expect(patience.arrivalMs).toBe(2_000)
  for (let further = 0; further < 9; further += 1) patience.missed()
  expect(patience.arrivalMs).toBe(500)
  patience.learn(10)
  expect(patience.arrivalMs).toBe(5_050)
})

test('the slowest delivery counts', () => {
  const patience = new Patience()
  patience.learn(100)
  patience.learn(20)
  expect(patience.arrivalMs).toBe(5_500)
  expect(patience.silenceMs).toBe(500)
  patience.learn(2_000)
  expect(patience.arrivalMs).toBe(15_000)
  expect(patience.silenceMs).toBe(4_300)
})

test('a delivery is missing only where others came much sooner', () => {
  const patience = new Patience()
  expect([patience.slowestMs, patience.tells]).toEqual([null, false])
  patience.missed()
  expect(patience.tells).toBe(false)
  patience.learn(7_000)
  expect([patience.arrivalMs, patience.tells]).toEqual([15_000, true])
  patience.learn(20_000)
  expect([patience.arrivalMs, patience.tells]).toEqual([15_000, false])
})

test('silence lasts longer than the slowest delivery took, however slow', () => {
  const patience = new Patience(60_000)
  expect(patience.silenceMs).toBe(300)
  expect(patience.arrivalMs).toBe(60_000)
  patience.learn(30_000)
  expect(patience.silenceMs).toBe(30_300)
  expect(patience.arrivalMs).toBe(60_000)
})
