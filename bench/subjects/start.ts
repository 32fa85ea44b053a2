// Measures short commands, and the time to the first request of a run. The reference is `node -e 0`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, paired } from '../figure.ts'
import { bareEnvironment, bin, requireBuilt } from '../process.ts'

const pairs = 21

export async function measure(): Promise<readonly Figure[]> {
  requireBuilt()
  const nothing = () => untilEnd(['-e', '0'])
  const figures: Figure[] = []
  for (const args of [['--version'], ['--help'], ['completion', 'bash']]) {
    const { subject, reference, ...ratios } = await paired(pairs, () => untilEnd([bin, ...args]), nothing)
    figures.push({
      name: `start-${args.join('-').replaceAll('--', '')}`,
      what: `tenant-conformance ${args.join(' ')}, compared with node -e 0.`,
      ...ratios,
      pairs,
      aim: { below: 3 },
      detail: { medianMs: Math.round(subject), nodeMs: Math.round(reference) },
    })
  }
  const { subject, reference, ...ratios } = await paired(pairs, untilFirstRequest, nothing)
  figures.push({
    name: 'start-first-request',
    what: 'The time until the first request of a run arrives, compared with node -e 0.',
    ...ratios,
    pairs,
    aim: { below: 4 },
    detail: { medianMs: Math.round(subject), nodeMs: Math.round(reference) },
  })
  return figures
}

async function untilEnd(args: readonly string[]): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, { env: bareEnvironment(), stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - startedMs
}

async function untilFirstRequest(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const heard = new Promise<number>((resolve) => {
    server.once('request', () => resolve(performance.now()))
  })
  const startedMs = performance.now()
  const args = ['run', '--base-url', `http://127.0.0.1:${port}/api/v2`, '--report-dir', folder]
  const child = spawn(process.execPath, [bin, ...args, '--no-env-file'], {
    env: { ...bareEnvironment(), TENANT_ACCESS_TOKEN: 'a-token-of-nobody' },
    stdio: 'ignore',
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the run ended with ${code} before it sent anything`)))
  })
  try {
    return (await Promise.race([heard, ended])) - startedMs
  } finally {
    ended.catch(() => undefined)
    child.kill('SIGKILL')
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
