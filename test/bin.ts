// Runs the built command line in separate processes. Builds it again if the sources are newer than the build.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packageRoot } from '../src/base/package-root.ts'

let built: string | null = null

export function bin(): string {
  built ??= build()
  return built
}

function build(): string {
  const entry = 'src/cli/main.js'
  const shipped = join(packageRoot, 'dist', entry)
  const newestMs = newestSourceMs()
  if (existsSync(shipped) && statSync(shipped).mtimeMs > newestMs) return shipped
  // The name contains the time of the newest source, so all workers and later runs use the same build.
  const folder = join(packageRoot, `.vitest/bin-${Math.ceil(newestMs)}`)
  if (!existsSync(folder)) buildInto(folder)
  return join(folder, entry)
}

/** Removes builds of other sources. Two workers can build at the same time: the first to finish wins. */
function buildInto(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  for (const other of readdirSync(dirname(folder)).filter((name) => /^bin-/.test(name)))
    if (!other.startsWith(basename(folder)))
      rmSync(join(dirname(folder), other), { recursive: true, force: true })
  const made = `${folder}-${process.pid}`
  const tsc = join(packageRoot, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', join(packageRoot, 'tsconfig.build.json'), '--outDir', made])
  for (const table of ['src/engine/plan/measured.json', 'src/diagnostics/unlocks.json'])
    cpSync(join(packageRoot, table), join(made, table))
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function newestSourceMs(): number {
  const times = ['src', 'suites'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => statSync(join(packageRoot, folder, file)).mtimeMs),
  )
  return Math.max(...times)
}

export interface Ended {
  /** The exit code. Null if a signal ended the process. */
  readonly code: number | null
  readonly text: string
}

export interface Command {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when the output matches the pattern. */
  until(pattern: RegExp): Promise<string>
}

export function heard(child: ChildProcess): Omit<Command, 'process'> {
  let text = ''
  const waiting: (() => void)[] = []
  const hear = (chunk: Buffer): void => {
    text += chunk.toString()
    for (const look of [...waiting]) look()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, text })))
  return {
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(text)) resolve(text)
        }
        waiting.push(look)
        look()
        void ended.then(({ code }) => reject(new Error(`it ended with ${code} before ${pattern}: ${text}`)))
      }),
  }
}

/**
 * Starts the command line. The process does not get the TENANT_ variables of this process.
 * @param before shell commands that run first, for example `ulimit -f 4`
 */
export function command(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  before: string | null = null,
): Command {
  const bare = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('TENANT_') && name !== 'FORCE_COLOR',
  )
  const line = [process.execPath, bin(), ...args]
  const [program = '', ...rest] =
    before === null ? line : ['bash', '-c', `${before}; exec "$0" "$@"`, ...line]
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...Object.fromEntries(bare), NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { process: child, ...heard(child) }
}

/** Starts `serve`, and returns the variables that it prints. */
export async function serveProcess(
  folder: string,
  args: readonly string[] = [],
): Promise<{ readonly environment: Readonly<Record<string, string>>; stop(): Promise<Ended> }> {
  const server = command(['serve', ...args], folder)
  const text = await server.until(/TENANT_PROFILE=.*\n/)
  const lines = text.split('\n').filter((line) => line.startsWith('TENANT_'))
  return {
    environment: Object.fromEntries(
      lines.map((line) => [line.split('=')[0] ?? '', line.replace(/^[^=]*=/, '')]),
    ),
    stop() {
      server.process.kill()
      return server.ended
    },
  }
}
