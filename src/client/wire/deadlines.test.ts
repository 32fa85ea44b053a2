// Adds time limits in any order, and closes them or lets them expire.
import { expect, test } from 'vitest'
import { VirtualClock } from '../../base/virtual-clock.testing.ts'
import { Deadlines } from './deadlines.ts'

const clock = new VirtualClock()

test('each limit expires in time, in whatever order the limits were set', async () => {
  const deadlines = new Deadlines(clock)
  const over: string[] = []
  deadlines.add(150, () => over.push('late'))
  const takeBack = deadlines.add(40, () => over.push('never'))
  deadlines.add(60, () => over.push('early'))
  takeBack()
  await clock.sleep(110)
  expect(over).toEqual(['early'])
  await clock.sleep(100)
  expect(over).toEqual(['early', 'late'])
  deadlines.add(30, () => over.push('again'))
  await clock.sleep(70)
  expect(over).toEqual(['early', 'late', 'again'])
})

test('a closed set of limits expires none', async () => {
  const deadlines = new Deadlines(clock)
  let expired = false
  deadlines.add(20, () => {
    expired = true
  })
  deadlines.close()
  await clock.sleep(40)
  expect(expired).toBe(false)
})
