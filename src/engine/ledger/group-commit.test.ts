// Tests that parallel commits share one fsync, and resolve after this fsync.
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'

/** The test decides when each fsync of this disk ends. */
function disk() {
  let written = 0
  let durable = 0
  const pending: (() => void)[] = []
  const group = new GroupCommit(
    () =>
      new Promise((resolve) => {
        const holds = written
        pending.push(() => {
          durable = holds
          resolve()
        })
      }),
  )
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    write: async (): Promise<boolean> => {
      written += 1
      const own = written
      await group.commit()
      return durable >= own
    },
    spin: async (): Promise<number> => {
      await settled()
      const waiting = pending.splice(0)
      for (const done of waiting) done()
      await settled()
      return waiting.length
    },
  }
}

test('writes during one fsync share the next one, and are on disk when they resolve', async () => {
  const { write, spin } = disk()
  const first = Array.from({ length: 50 }, write)
  await new Promise((resolve) => setImmediate(resolve))
  // The fsync for the first writes has begun, so it does not include these writes.
  const second = Array.from({ length: 20 }, write)
  expect(await spin()).toBe(1)
  expect(await Promise.all(first)).not.toContain(false)
  expect(await spin()).toBe(1)
  expect(await Promise.all(second)).not.toContain(false)
  expect(await spin()).toBe(0)
})

test('a failed fsync rejects all its commits, and the next fsync is tried again', async () => {
  const descriptor = openSync(tmpdir(), 'r')
  closeSync(descriptor)
  const group = GroupCommit.of(descriptor)
  const ends = await Promise.allSettled([group.commit(), group.commit()])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(group.commit()).rejects.toThrow(/EBADF/)
})
