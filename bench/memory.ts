// Memory and time of runs with ten and with fifty times as many examples, beside the default: neither grows with a run's length.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { depths } from '../src/base/depth.ts'
import type { Figure } from './figure.ts'
import { bin, cost, requireBuilt, serving } from './process.ts'

const examplesDefault = depths.default.examples
const factors = [1, 10, 50] as const

interface Measured {
  readonly peakMb: number
  readonly cpuMs: number
  readonly requests: number
}

export async function measure(): Promise<readonly Figure[]> {
  requireBuilt()
  const all: Measured[] = []
  for (const factor of factors) all.push(await run(examplesDefault * factor))
  const [once, ten, fifty] = all
  if (once === undefined || ten === undefined || fifty === undefined) throw new Error('nothing was measured')
  const peak = fifty.peakMb / once.peakMb
  // Of the requests that the more examples bring: what a run costs once is in both.
  const [first, later] = [marginalMs(once, ten), marginalMs(ten, fifty)]
  const detail = (of: (one: Measured) => number): Record<string, number> =>
    Object.fromEntries([once, ten, fifty].map((one, index) => [`x${factors[index]}`, of(one)]))
  return [
    {
      name: 'memory-of-many-examples',
      what: 'Peak memory of a run with fifty times the examples, beside the default.',
      ratio: peak,
      spread: [peak, peak],
      pairs: 1,
      aim: { below: 1.2 },
      detail: { unit: 'MB', ...detail(({ peakMb }) => Math.round(peakMb)) },
    },
    {
      name: 'time-of-many-examples',
      what: "The processor's time for a further request from ten to fifty times the examples, beside that from one to ten times.",
      ratio: later / first,
      spread: [later / first, later / first],
      pairs: 1,
      aim: { below: 1.1 },
      detail: {
        firstMsPerRequest: Number(first.toFixed(3)),
        laterMsPerRequest: Number(later.toFixed(3)),
        ...detail(({ requests }) => requests),
      },
    },
  ]
}

function marginalMs(less: Measured, more: Measured): number {
  return (more.cpuMs - less.cpuMs) / (more.requests - less.requests)
}

/** A run against a tenant in another process, so that what the tenant keeps is not counted. */
async function run(examples: number): Promise<Measured> {
  const tenant = await serving()
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  try {
    const args = ['--no-env-file', '--quiet', '--seed', '1', '--report-dir', folder]
    const { peakMb, cpuMs } = await cost(
      [bin, 'run', ...args, '--examples', String(examples)],
      tenant.environment,
    )
    const { traffic } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      traffic: { requests: number }
    }
    return { peakMb, cpuMs, requests: traffic.requests }
  } finally {
    tenant.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
