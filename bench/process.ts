// Measures the duration, processor time and peak memory of a process.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The built command. */
export const bin = join(process.cwd(), 'dist/src/cli/main.js')

/** @throws Error if there is no build */
export function requireBuilt(): void {
  if (!existsSync(bin)) throw new Error('There is no build: run npm run build')
}

export interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
  readonly out: string
}

// The process prints its own cost at its end, because no other process can measure this cost.
const telling = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  require('node:fs').writeSync(2, '\\ncost ' + (userCPUTime + systemCPUTime) + ' ' + maxRSS)
})`
const preload = `data:text/javascript,import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${encodeURIComponent(telling)}`

/** @param expected exit codes of success */
export async function cost(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  expected: readonly number[] = [0],
): Promise<Cost> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const wallMs = performance.now() - startedMs
  const [, cpuUs, peakKb] = /\ncost (\d+) (\d+)/.exec(error) ?? []
  if (code === null || !expected.includes(code) || cpuUs === undefined)
    throw new Error(`${args.join(' ')} ended with ${code}: ${error}`)
  return { wallMs, cpuMs: Number(cpuUs) / 1000, peakMb: Number(peakKb) / 1024, out }
}

/** Without the variables of a tenant. */
export function bareEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('TENANT_') ? [] : [[name, value]],
    ),
  )
}

/** Starts a tenant in a separate process. Returns the environment variables that it prints. */
export async function serving(): Promise<{
  readonly environment: Readonly<Record<string, string>>
  stop(): void
}> {
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`serve ended: ${text}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (/TENANT_PROFILE=.*\n/.test(text)) resolve()
    })
  })
  const lines = text.split('\n').filter((line) => line.startsWith('TENANT_'))
  return {
    environment: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    stop: () => void child.kill(),
  }
}
