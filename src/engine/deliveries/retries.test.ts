// Tests the observed schedule of retries with a real receiver.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '../../base/clock.ts'
import { Receiver } from './receiver.ts'
import { refuseFirst, watchRetries } from './retries.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start({ host: '127.0.0.1', port: 0, url: null, setting: '--listen' })
})
afterAll(() => receiver.close())

const never = new AbortController().signal

test('the result contains rounded waits, and whether the retries ended', async () => {
  const inbox = receiver.open()
  refuseFirst(inbox)
  const watching = watchRetries(inbox, never)
  const statuses: number[] = []
  for (const pauseMs of [0, 110, 210]) {
    await sleep(pauseMs)
    statuses.push((await fetch(inbox.url, { method: 'POST' })).status)
  }
  expect(statuses).toEqual([500, 500, 500])
  const schedule = await watching
  expect(schedule).toMatchObject({ after: 500, seenToItsEnd: true })
  const times = inbox.deliveries.map(({ receivedAtMs }) => receivedAtMs)
  const exactMs = [(times[1] ?? 0) - (times[0] ?? 0), (times[2] ?? 0) - (times[1] ?? 0)]
  const stepsMs = exactMs.map((wait) => (wait < 900 ? 100 : 500))
  const waitsMs = schedule?.waitsMs as number[]
  expect(waitsMs.map((wait, index) => wait % (stepsMs[index] ?? 0))).toEqual([0, 0])
  // The rounding removes less than a step, or adds at most a fifth of a step.
  for (const [index, wait] of waitsMs.entries()) {
    const removedMs = (exactMs[index] ?? 0) - wait
    expect(removedMs).toBeGreaterThanOrEqual(-0.2 * (stepsMs[index] ?? 0))
    expect(removedMs).toBeLessThan(0.8 * (stepsMs[index] ?? 0))
  }
})

test('a tenant without retries has no waits; the observation of endless retries stops', async () => {
  const once = receiver.open()
  refuseFirst(once)
  const watching = watchRetries(once, never)
  await fetch(once.url, { method: 'POST' })
  expect(await watching).toEqual({ after: 500, waitsMs: [], seenToItsEnd: true })

  const endless = receiver.open()
  refuseFirst(endless)
  const seen = watchRetries(endless, never)
  let status = 500
  for (let attempts = 0; status === 500 && attempts < 20; attempts += 1)
    status = (await fetch(endless.url, { method: 'POST' })).status
  expect(status).toBe(200)
  expect(await seen).toMatchObject({ seenToItsEnd: false })
})

test('an interruption ends the observation', async () => {
  const stop = new AbortController()
  const watching = watchRetries(receiver.open(), stop.signal)
  stop.abort()
  expect(await watching).toBeNull()
})
