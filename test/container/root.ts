// Runs a process in its own root file system, with namespaces like those of a container engine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { heard } from '../bin.ts'

export interface Place {
  readonly root: string
  readonly user: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  /**
   * The mounted files and folders. The key is the path in the root, and the value is the path on the host.
   */
  readonly mounts?: Readonly<Record<string, string>>
  /** True makes the root read-only. The mounts stay writable. */
  readonly readOnly?: boolean
  /** True gives the process only the loopback network. */
  readonly alone?: boolean
}

const ids: Readonly<Record<string, string>> = { root: '0:0', node: '1000:1000' }

// The shell replaces itself by the command (`exec`). The command is then the first process of the
// namespace.
const script = `set -e
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
while [ "$1" != -- ]; do mount --bind "$2" "$ROOT$1"; shift 2; done
shift
[ -z "$READ_ONLY" ] || mount -o remount,bind,ro "$ROOT"
[ -z "$ALONE" ] || ip link set lo up
exec chroot --userspec="$IDS" "$ROOT" /usr/bin/env -i --chdir="$WORKDIR" "$@"`

function lineOf(place: Place, command: readonly string[]): readonly [readonly string[], NodeJS.ProcessEnv] {
  const mounts = Object.entries(place.mounts ?? {}).flat()
  const variables = Object.entries(place.environment).map(([name, value]) => `${name}=${value}`)
  return [
    [
      ...['--mount', '--pid', '--fork', '--kill-child', ...(place.alone ? ['--net'] : [])],
      ...['bash', '-c', script, 'root', ...mounts, '--', ...variables, ...command],
    ],
    {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      ROOT: place.root,
      IDS: ids[place.user] ?? place.user,
      WORKDIR: place.workdir,
      READ_ONLY: place.readOnly ? 'yes' : '',
      ALONE: place.alone ? 'yes' : '',
    },
  ]
}

/** @throws an error with the output if the command fails */
export function enter(place: Place, command: readonly string[]): string {
  const [args, env] = lineOf(place, command)
  const { status, stdout, stderr } = spawnSync('unshare', args, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  })
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

export interface Running {
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>
  /** Resolves when the output matches the pattern. */
  until(pattern: RegExp): Promise<string>
  /** Sends a signal from outside of the namespaces. */
  signal(name: NodeJS.Signals): void
  /** Runs a command in the same namespaces. */
  exec(command: readonly string[]): number | null
}

export function start(place: Place, command: readonly string[]): Running {
  const [args, env] = lineOf(place, command)
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    ...heard(child),
    signal: (name) => void process.kill(firstOf(child), name),
    exec: (line) =>
      spawnSync('nsenter', [
        ...['--target', String(firstOf(child)), '--mount', '--pid', '--net'],
        ...['chroot', '--userspec', ids[place.user] ?? place.user, place.root],
        ...[
          '/usr/bin/env',
          '-i',
          ...Object.entries(place.environment).map((pair) => pair.join('=')),
          ...line,
        ],
      ]).status,
  }
}

/** Returns the id of the namespace's first process, as processes outside of the namespace see it. */
function firstOf({ pid }: ChildProcess): number {
  const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (first === '') throw new Error('it has ended')
  return Number(first)
}

/** Copies a root file system. The copies have the same owners as the originals. */
export function copyRoot(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
