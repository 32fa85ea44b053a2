// Tests that each fixture is made once, and that a waiting check does not block other checks.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FixtureResults } from './fixture-results.ts'
import { Slots } from './slots.ts'

test('a result is made once, even if it fails', async () => {
  const shared = new FixtureResults(new Slots(1))
  let made = 0
  const make = async (): Promise<number> => {
    made += 1
    throw new Error('none')
  }
  await expect(shared.get('one', make)).rejects.toThrow('none')
  await expect(shared.get('one', make)).rejects.toThrow('none')
  expect(made).toBe(1)
})

test('no more checks run than there are slots', async () => {
  const places = new Slots(2)
  let [now, most] = [0, 0]
  const work = async (): Promise<void> => {
    most = Math.max(most, ++now)
    await Promise.resolve()
    now -= 1
  }
  await Promise.all(Array.from({ length: 7 }, () => places.within(work)))
  expect(most).toBe(2)
})

test('a check that waits for another’s fixture gives its slot to a third check, and continues before a fourth', async () => {
  const places = new Slots(2)
  const shared = new FixtureResults(places)
  const told: string[] = []
  let finish = (): void => undefined
  const making = new Promise<void>((resolve) => {
    finish = resolve
  })
  const one = places.within(() => shared.get('slow', () => making))
  const other = places.within(async () => {
    await shared.get('slow', async () => told.push('made twice'))
    told.push('other')
  })
  const third = places.within(async () => {
    told.push('third')
    finish()
    await making
  })
  const fourth = places.within(async () => {
    told.push('fourth')
  })
  await Promise.all([one, other, third, fourth])
  expect(told.filter((name) => name !== 'fourth')).toEqual(['third', 'other'])
})

test('of several returning checks, the one that has waited longest continues first', async () => {
  const places = new Slots(2)
  const shared = new FixtureResults(places)
  const told: string[] = []
  let [finish, release] = [(): void => undefined, (): void => undefined]
  const making = new Promise<void>((resolve) => {
    finish = resolve
  })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const maker = places.within(() => shared.get('slow', () => making))
  const others = ['first', 'second', 'third'].map((name) =>
    places.within(async () => {
      await shared.get('slow', () => making)
      told.push(name)
    }),
  )
  const holder = places.within(() => held)
  await setImmediate()
  finish()
  await Promise.all([maker, ...others])
  release()
  await holder
  expect(told).toEqual(['first', 'second', 'third'])
})

test('a finished result is returned without giving up the slot', async () => {
  const places = new Slots(1)
  const shared = new FixtureResults(places)
  const told: string[] = []
  await places.within(() => shared.get('one', async () => 1))
  const first = places.within(async () => {
    await shared.get('one', async () => 2)
    told.push('first')
  })
  const second = places.within(async () => {
    told.push('second')
  })
  await Promise.all([first, second])
  expect(told).toEqual(['first', 'second'])
})
