// Tests which queue of the backlog starts next, and what the other queues wait for.
import { expect, test } from 'vitest'
import { Backlog, type Queue } from './backlog.ts'

const queue = (key: string | null = null): Queue => ({ phase: null, key, checks: [] })

test('a queue waits for another queue with its key, and no queue is left at the end', async () => {
  const [one, same, other] = [queue('a'), queue('a'), queue('b')]
  const backlog = new Backlog([one, same, other])
  expect(await backlog.next()).toBe(one)
  expect(await backlog.next()).toBe(other)
  const next = backlog.next()
  backlog.done(one)
  expect(await next).toBe(same)
  expect(await backlog.next()).toBeNull()
})

test('a held queue waits for its promise, and others begin before it', async () => {
  const [held, free] = [queue(), queue()]
  const backlog = new Backlog([held, free])
  let release = (): void => undefined
  backlog.hold([held], new Promise((resolve) => (release = resolve)))
  expect(await backlog.next()).toBe(free)
  const next = backlog.next()
  release()
  expect(await next).toBe(held)
})

test('a queue held until other queues end begins after them', async () => {
  const [first, second, last] = [queue(), queue(), queue()]
  const backlog = new Backlog([last, first, second])
  backlog.hold([last], backlog.ended([first, second]))
  expect([await backlog.next(), await backlog.next()]).toEqual([first, second])
  const began: (Queue | null)[] = []
  const next = backlog.next().then((one) => began.push(one))
  backlog.done(second)
  await new Promise(setImmediate)
  expect(began).toEqual([])
  backlog.done(first)
  await next
  expect(began).toEqual([last])
})

test('a queue whose promise rejects never begins', async () => {
  const held = queue()
  const backlog = new Backlog([held])
  backlog.hold([held], Promise.reject(new Error('no')))
  const next = backlog.next().then(() => 'begun')
  expect(await Promise.race([next, new Promise((end) => setTimeout(end, 20, 'waits'))])).toBe('waits')
})
