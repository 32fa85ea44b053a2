// Tests which creations the run repeats to find out whether the tenant has a limit.
import { expect, test } from 'vitest'
import { type Attempt, NotRun } from '../../oracle/index.ts'
import type { Request } from '../requests/request.ts'
import { Capacity } from './capacity.ts'
import type { TrackedResources } from './tracked-resources.ts'

const request = { intent: 'valid' } as Request
const refused = { accepted: false, response: { status: 409 } } as Attempt

test('a creation that cannot be repeated shows no limit and stops no check', async () => {
  const holding = { open: new Map([['one', {}]]), removable: true } as unknown as TrackedResources
  const removed: string[] = []
  const room = new Capacity({
    holding,
    remove: async (ids) => {
      removed.push(...ids)
    },
  })
  const again = async (): Promise<Attempt> => {
    throw new NotRun('one could not be removed again', 'failing')
  }
  for (const _ of [1, 2, 3]) await room.within(request, {}, async () => refused, again)
  expect(room.isShort).toBe(true)
  await room.settle()
  expect(room.isShort).toBe(false)
  expect(removed).toEqual(['one'])
})
