// Waits for late reads, and only a few times in vain.
import { expect, test } from 'vitest'
import { ReadAfterWrite } from './read-after-write.ts'

/** Returns the number of reads. */
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

test('waits for late values, however often', async () => {
  const patience = new ReadAfterWrite()
  for (let time = 0; time < 5; time += 1) expect(await waitedFor(patience, 'a change', [false, true])).toBe(2)
})

test('waits twice for a value that never comes, and still waits for others', async () => {
  const patience = new ReadAfterWrite()
  const looks = [1, 2, 3, 4].map(() => waitedFor(patience, 'a change', []))
  // None knows of the others.
  expect(await Promise.all(looks)).toEqual([3, 3, 3, 3])
  expect(await waitedFor(patience, 'a change', [true])).toBe(0)
  expect(await waitedFor(patience, 'another', [])).toBe(3)
  expect(await waitedFor(patience, 'another', [])).toBe(3)
  expect(await waitedFor(patience, 'another', [])).toBe(0)
})

test('a value that comes offsets earlier waits in vain', async () => {
  const patience = new ReadAfterWrite()
  await waitedFor(patience, 'a change', [])
  await waitedFor(patience, 'a change', [true])
  await waitedFor(patience, 'a change', [])
  expect(await waitedFor(patience, 'a change', [true])).toBe(1)
})
