// Tests a sweep at a tenant that confirms removals but does not remove. The test is slow, because a real
// removal may need some time.
import { expect, test } from 'vitest'
import {
  between,
  created,
  eachWithTenant,
  intended,
  ledger,
  marker,
  stream,
  streamsThere,
  sweep,
} from '../safety/killed-run.ts'

eachWithTenant()

test('if removals get 204 and have no effect, all resources are left until removals work', async () => {
  const ids = [await stream(`${marker} 1`), await stream(`${marker} 2`), await stream(`${marker} 3`)]
  ledger(
    created(1, 'event-stream', ids[0] ?? ''),
    created(2, 'event-stream', ids[1] ?? ''),
    intended(3, 'event-stream', `${marker} 3`),
  )
  const broken = await sweep(await between((method) => (method === 'DELETE' ? 204 : undefined)))
  expect(broken.left.map((line) => line.split(':')[0]).sort()).toEqual([...ids].sort())
  for (const line of broken.left)
    expect(line).toMatch(/the removal got 204 .*, and a later read still shows the resource$/)
  expect(streamsThere()).toBe(3)
  expect((await sweep()).left).toEqual([])
  expect(streamsThere()).toBe(0)
})
