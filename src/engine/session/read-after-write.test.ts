// Tests the waits for late reads. The run gives up after a few waits without success.
import { expect, test } from 'vitest'
import { ReadAfterWrite } from './read-after-write.ts'

/** Returns how often the run read. */
const waitedFor = async (
  patience: ReadAfterWrite,
  what: string,
  looks: readonly boolean[],
): Promise<number> => {
  let looked = 0
  await patience.until(false, {
    what,
    look: async () => looks[looked++] ?? false,
    isThere: (seen) => seen,
    waitsMs: [1, 1, 1],
  })
  return looked
}

test('the run waits for late values, however often', async () => {
  const patience = new ReadAfterWrite()
  for (let time = 0; time < 5; time += 1) expect(await waitedFor(patience, 'a change', [false, true])).toBe(2)
})

test('the run waits twice for a value that never appears, and still waits for other values', async () => {
  const patience = new ReadAfterWrite()
  const looks = [1, 2, 3, 4].map(() => waitedFor(patience, 'a change', []))
  // The waits run in parallel, so none of them knows the result of another.
  expect(await Promise.all(looks)).toEqual([3, 3, 3, 3])
  expect(await waitedFor(patience, 'a change', [true])).toBe(0)
  expect(await waitedFor(patience, 'another', [])).toBe(3)
  expect(await waitedFor(patience, 'another', [])).toBe(3)
  expect(await waitedFor(patience, 'another', [])).toBe(0)
})

test('a successful wait resets the count of vain waits', async () => {
  const patience = new ReadAfterWrite()
  await waitedFor(patience, 'a change', [])
  await waitedFor(patience, 'a change', [true])
  await waitedFor(patience, 'a change', [])
  expect(await waitedFor(patience, 'a change', [true])).toBe(1)
})
