// A process in a root of its own: namespaces of mounts, processes and (where asked for) network, as an engine makes them.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { heard } from '../bin.ts'

/** How a process is put into a root. */
export interface Place {
  readonly root: string
  readonly user: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  /** Folders of this machine that are mounted, by their places in the root. */
  readonly mounts?: Readonly<Record<string, string>>
  /** Whether nothing but the mounts can be written. */
  readonly readOnly?: boolean
  /** Whether it has a network of its own, with a loopback address alone. */
  readonly alone?: boolean
}

const ids: Readonly<Record<string, string>> = { root: '0:0', node: '1000:1000' }

// The last command takes the place of the shell: it is the first process of its namespace, as in a container.
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

/** Runs a command there and waits for its end. @throws with what it wrote where it fails */
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

/** A process there that goes on. */
export interface Running {
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>
  /** Resolves as soon as what it wrote matches. */
  until(pattern: RegExp): Promise<string>
  /** Sends a signal from outside, as an engine does. */
  signal(name: NodeJS.Signals): void
  /** The exit code of another command in its namespaces, and in its root. */
  exec(command: readonly string[]): number | null
}

/** Starts a command there. */
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

/** Number of the first process of the namespace, as seen from here. */
function firstOf({ pid }: ChildProcess): number {
  const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (first === '') throw new Error('it has ended')
  return Number(first)
}

/** Copies a root with all that belongs to whom. */
export function copyRoot(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
