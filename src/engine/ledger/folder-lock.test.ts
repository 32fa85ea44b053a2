// Tests that only one live process at a time can lock a ledger.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

const beatAwaitedMs = 300
let folder = ''
let lock = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  lock = join(folder, 'ledger.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const held = async (): Promise<Record<string, unknown>> => {
  const release = await lockFolder(folder)
  const holder = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, unknown>
  release()
  return holder
}

test('only after the release can the next process lock the folder', async () => {
  const release = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    `is in use by another run or sweep (process ${process.pid}): wait until it ends`,
  )
  release()
  release()
  expect(readdirSync(folder)).toEqual([])
  ;(await lockFolder(folder))()
})

test('one of many parallel attempts gets the lock', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  const got = asked.filter(({ status }) => status === 'fulfilled')
  expect(got).toHaveLength(1)
})

test.runIf(existsSync('/proc/self/stat'))(
  'a dead process holds no lock, even if another process now has its id',
  async () => {
    const holder = await held()
    const dead = Number(execFileSync(process.execPath, ['-p', 'process.pid']))
    for (const other of [
      { ...holder, pid: dead },
      { ...holder, pid: 1 },
      { ...holder, started: '1' },
    ]) {
      writeFileSync(lock, JSON.stringify(other))
      const release = await lockFolder(folder)
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid })
      release()
      expect(readdirSync(folder)).toEqual([])
    }
  },
)

test.each([
  ['in another container or on another host', { space: 'elsewhere' }],
  ['where the system does not tell', { space: null, started: null }],
])('a holder %s is recognised by its heartbeat', async (_, change) => {
  writeFileSync(lock, JSON.stringify({ ...(await held()), ...change }))
  let beat = 1_000
  const beating = setInterval(() => utimesSync(lock, beat++, beat), 50)
  await expect(lockFolder(folder, { beatAwaitedMs })).rejects.toThrow('is in use')
  clearInterval(beating)
  const release = await lockFolder(folder, { beatAwaitedMs })
  release()
})

test('an incomplete lock from a full disk is valid while its heartbeat lasts', async () => {
  writeFileSync(lock, '')
  ;(await lockFolder(folder, { beatAwaitedMs }))()
  expect(existsSync(lock)).toBe(false)
})

test('a lock that another process created meanwhile stays', async () => {
  const release = await lockFolder(folder)
  rmSync(lock)
  writeFileSync(lock, 'of another process')
  release()
  expect(readFileSync(lock, 'utf8')).toBe('of another process')
})

test.each([
  ['a folder', () => mkdirSync(lock)],
  ['a pipe', () => execFileSync('mkfifo', [lock])],
  ['a link to a device that never ends', () => symlinkSync('/dev/zero', lock)],
])('%s in place of the lock is refused with a message', async (_, make) => {
  make()
  await expect(lockFolder(folder)).rejects.toThrow(/ledger\.lock is a folder, a link or a device/)
})
