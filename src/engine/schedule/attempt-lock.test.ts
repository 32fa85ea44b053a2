// Tests that exclusive attempts wait for all other attempts.
import { expect, test } from 'vitest'
import { AttemptLock } from './attempt-lock.ts'

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('exclusive attempts begin after all parallel attempts, one after another', async () => {
  const lock = new AttemptLock()
  const begun: string[] = []
  const [first, second] = [lock.shared(), lock.shared()]
  const wait = async (name: string): Promise<() => void> => {
    const end = await lock.exclusive()
    begun.push(name)
    return end
  }
  const one = wait('one')
  const other = wait('other')
  first()
  await soon()
  expect(begun).toEqual([])
  second()
  const endOne = await one
  await soon()
  expect(begun).toEqual(['one'])
  endOne()
  ;(await other)()
  expect(begun).toEqual(['one', 'other'])
  expect(await lock.exclusive()).toBeTypeOf('function')
})
