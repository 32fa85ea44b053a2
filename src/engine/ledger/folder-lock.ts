// Locks a report folder for one process, and removes the lock of an ended process.
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

export type Release = () => void

/**
 * The process that holds the lock. Systems reuse process ids, so the start time identifies the process too.
 */
interface Holder {
  readonly pid: number
  readonly started: string | null
  /** The namespace of the process id. Null if unknown. */
  readonly space: string | null
  readonly token: string
}

const lockName = 'ledger.lock'
const lockBytesMax = 1_024
const beatEveryMs = 1_000
// If the holder runs on another system, only the heartbeat (the modification time of the lock file) shows
// that it is alive.
const beatAwaitedDefaultMs = 10_000
const beatLookedEveryMs = 100
const triesMax = 10

/**
 * @throws ConfigurationError if a live process holds the lock, or if the file is no lock
 * @throws the system's error if the file cannot be created
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
    `Other processes keep taking the lock ${file}: give another folder with --report-dir.`,
  )
}

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
    // The disk is full. The heartbeat still shows that the holder is alive.
  }
  const beating = setInterval(() => beat(descriptor), beatEveryMs)
  beating.unref()
  let held = true
  return () => {
    if (!held) return
    held = false
    clearInterval(beating)
    try {
      // The lock file may belong to another process that replaced the folder.
      if (statOf(file)?.ino === fstatSync(descriptor).ino) rmSync(file, { force: true })
    } catch {
      // Other processes ignore the lock file after this process has ended.
    }
    closeSync(descriptor)
  }
}

function beat(descriptor: number): void {
  try {
    const nowS = nowMs() / 1000
    futimesSync(descriptor, nowS, nowS)
  } catch {
    // Only processes on other systems need the heartbeat.
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

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

/** Null if the lock file is empty or incomplete. */
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

/** Keeps a lock that another process has created in the meantime. */
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

/** Null if the process has ended, or if its start time is unknown. */
function startOf(pid: number): string | null {
  try {
    // See proc(5): the process name may contain any text. State is field 3, start time field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

function spaceHere(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}
