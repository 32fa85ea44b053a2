// The lock of a report folder: one process at a time keeps the ledger in it, and a dead one holds it no longer.
import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { unguessable } from '../../base/chance.ts'
import { nowMs, sleep, tickMs } from '../../base/clock.ts'
import { ConfigurationError, codeOf } from '../../base/error.ts'
import { isObject, parse } from '../../base/json.ts'
import { openPlain } from './plain-file.ts'

/** Ends the holding of a folder. */
export type Release = () => void

/** Who holds a folder. A number of a process is given to another one some day, its start is not. */
interface Holder {
  readonly pid: number
  readonly started: string | null
  /** The boot and the process number space in which that number means anything; null where the system does not tell. */
  readonly space: string | null
  readonly token: string
}

const lockName = 'ledger.lock'
// A longer one is nobody's.
const lockBytesMax = 1_024
const beatEveryMs = 1_000
// A holder in another container or on another host is known by its beat alone. It may stand still for a while.
const beatAwaitedDefaultMs = 10_000
const beatLookedEveryMs = 100
// So many holders may come and go while one process waits for its turn.
const triesMax = 10

/**
 * Takes the lock of a folder, from a dead process too.
 * @param beatAwaitedMs how long the beat of a holder is awaited that can't be asked for
 * @throws ConfigurationError where a living process holds it, or what stands in its place is no lock; the system's error
 *   where no file can be made
 */
export async function lockFolder(
  folder: string,
  { beatAwaitedMs = beatAwaitedDefaultMs } = {},
): Promise<Release> {
  const file = join(folder, lockName)
  for (let tries = 0; tries < triesMax; tries++) {
    const release = create(file)
    if (release !== null) return release
    const found = read(file)
    if (found === null) continue
    const holder = holderOf(found)
    if (await isAlive(file, holder, beatAwaitedMs))
      throw new ConfigurationError(
        `The report folder ${folder} is in use by another run or sweep${holder === null ? '' : ` (process ${holder.pid})`}: wait until it ends, or give another folder with --report-dir.`,
      )
    takeAway(file, found)
  }
  throw new ConfigurationError(
    `The lock ${file} goes from one process to the next: give another folder with --report-dir.`,
  )
}

/** @returns null where there is a lock already */
function create(file: string): Release | null {
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx', 0o644)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null
    throw error
  }
  try {
    const { pid } = process
    const holder: Holder = { pid, started: startOf(pid), space: spaceHere(), token: unguessable(8) }
    writeSync(descriptor, JSON.stringify(holder))
  } catch {
    // On a full disk the beat alone says that somebody holds it.
  }
  const beating = setInterval(() => beat(descriptor), beatEveryMs)
  // Nobody waits for the next beat.
  beating.unref()
  let held = true
  return () => {
    if (!held) return
    held = false
    clearInterval(beating)
    try {
      // A folder that was replaced meanwhile may hold somebody else's.
      if (statOf(file)?.ino === fstatSync(descriptor).ino) rmSync(file, { force: true })
    } catch {
      // What can't be removed is a dead process's lock soon.
    }
    closeSync(descriptor)
  }
}

function beat(descriptor: number): void {
  try {
    const nowS = nowMs() / 1000
    futimesSync(descriptor, nowS, nowS)
  } catch {
    // Where the system can be asked for the process no beat is needed.
  }
}

/** Undefined for what is not there, or out of reach. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** The text of a lock; null where there is none any more. */
function read(file: string): string | null {
  const descriptor = openPlain(file)
  if (descriptor === null) return null
  try {
    const bytes = Buffer.alloc(lockBytesMax)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}

/** Null for a lock that its holder could not write, or has not yet. */
function holderOf(text: string): Holder | null {
  const parsed = parse(text)
  return parsed.ok && isObject(parsed.value) && typeof parsed.value.pid === 'number'
    ? (parsed.value as unknown as Holder)
    : null
}

async function isAlive(file: string, holder: Holder | null, beatAwaitedMs: number): Promise<boolean> {
  if (holder?.space && holder.started && holder.space === spaceHere())
    return startOf(holder.pid) === holder.started
  const first = statOf(file)?.mtimeMs
  const fromTick = tickMs()
  while (tickMs() - fromTick < beatAwaitedMs) {
    await sleep(beatLookedEveryMs)
    const now = statOf(file)?.mtimeMs
    if (now !== first) return now !== undefined
  }
  return false
}

/** Removes the lock of a dead process. What another process has put in its place meanwhile stays. */
function takeAway(file: string, found: string): void {
  const aside = `${file}.${unguessable(4)}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (read(aside) === found) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** When a process began, in its system's own count; null where none of that number lives, or the system does not tell. */
function startOf(pid: number): string | null {
  try {
    // proc(5): the name in brackets may hold anything; after it the state is the first field, the start the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

/** Where process numbers mean what they do here; null where the system does not tell. */
function spaceHere(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}
