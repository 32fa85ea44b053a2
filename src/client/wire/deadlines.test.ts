// Time limits in any order, taken back or run out, by one timer.
import { expect, test } from 'vitest'
import { sleep } from '../../base/clock.ts'
import { Deadlines } from './deadlines.ts'

test('each runs out in its time, in whatever order they were set', async () => {
  const deadlines = new Deadlines()
  const over: string[] = []
  deadlines.add(150, () => over.push('late'))
  const takeBack = deadlines.add(40, () => over.push('never'))
  deadlines.add(60, () => over.push('early'))
  takeBack()
  await sleep(110)
  expect(over).toEqual(['early'])
  await sleep(100)
  expect(over).toEqual(['early', 'late'])
  deadlines.add(30, () => over.push('again'))
  await sleep(70)
  expect(over).toEqual(['early', 'late', 'again'])
})

test('a closed one expires nothing', async () => {
  const deadlines = new Deadlines()
  let expired = false
  deadlines.add(20, () => {
    expired = true
  })
  deadlines.close()
  await sleep(40)
  expect(expired).toBe(false)
})
