// A process in a separate root, with namespaces as an engine makes them.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { heard } from '../bin.ts'

export interface Place {
  readonly root: string
  readonly user: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  /** By place in the root. */
  readonly mounts?: Readonly<Record<string, string>>
  /** Except for mounts. */
  readonly readOnly?: boolean
  /** Only loopback. */
  readonly alone?: boolean
}

const ids: Readonly<Record<string, string>> = { root: '0:0', node: '1000:1000' }

// It replaces the shell as the first process of the namespace.
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

/** @throws with its output if it fails */
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
  /** Resolves when the output matches. */
  until(pattern: RegExp): Promise<string>
  /** From outside. */
  signal(name: NodeJS.Signals): void
  /** In the same namespaces. */
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

/** As seen from here. */
function firstOf({ pid }: ChildProcess): number {
  const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (first === '') throw new Error('it has ended')
  return Number(first)
}

/** Keeps owners. */
export function copyRoot(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
