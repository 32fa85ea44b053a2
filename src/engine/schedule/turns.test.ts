// Turns: who asks to be alone waits for those beside it and for those before it.
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('one that is alone begins when all that run side by side have ended, and one after another', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const [first, second] = [turns.beside(), turns.beside()]
  const wait = async (name: string): Promise<() => void> => {
    const end = await turns.alone()
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
  expect(await turns.alone()).toBeTypeOf('function')
})
