// Measures the memory and the time of runs with ten times and with fifty times the default number of
// examples. Neither the memory nor the time of a request should grow with the length of a run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { depths } from '../../src/base/depth.ts'
import { type Figure, median } from '../figure.ts'
import { bin, cost, requireBuilt, serving } from '../process.ts'

const examplesDefault = depths.default.examples
const factors = [1, 10, 50] as const
const rounds = 3

interface Measured {
  readonly peakMb: number
  readonly cpuMs: number
  readonly requests: number
}

export async function measure(): Promise<readonly Figure[]> {
  requireBuilt()
  const all: Round[] = []
  for (let round = 0; round < rounds; round += 1)
    all.push([
      await run(examplesDefault),
      await run(examplesDefault * factors[1]),
      await run(examplesDefault * factors[2]),
    ])
  const peaks = all.map(([once, , fifty]) => fifty.peakMb / once.peakMb)
  // Compares only the times of additional requests, because both runs include the cost of starting a run.
  const times = all.map(([once, ten, fifty]) => marginalMs(ten, fifty) / marginalMs(once, ten))
  const detail = (of: (one: Measured) => number): Record<string, number> =>
    Object.fromEntries(
      factors.map((factor, index) => [
        `x${factor}`,
        median(all.map((round) => of(round[index] as Measured))),
      ]),
    )
  return [
    {
      name: 'memory-of-many-examples',
      what: 'The peak memory of a run with 50 times the default number of samples, divided by the peak memory of a default run.',
      ratio: median(peaks),
      spread: [Math.min(...peaks), Math.max(...peaks)],
      pairs: rounds,
      aim: { below: 1.2 },
      detail: { unit: 'MB', ...detail(({ peakMb }) => Math.round(peakMb)) },
    },
    {
      name: 'time-of-many-examples',
      what: 'The processor time for each additional request from 10 to 50 times the default number of samples, divided by the same time from 1 to 10 times this number.',
      ratio: median(times),
      spread: [Math.min(...times), Math.max(...times)],
      pairs: rounds,
      aim: { below: 1.1 },
      detail: detail(({ requests }) => requests),
    },
  ]
}

/** One run for each factor of the number of examples. */
type Round = readonly [once: Measured, ten: Measured, fifty: Measured]

function marginalMs(less: Measured, more: Measured): number {
  return (more.cpuMs - less.cpuMs) / (more.requests - less.requests)
}

/** Runs the tenant in another process, so that its memory does not count. */
async function run(examples: number): Promise<Measured> {
  const tenant = await serving()
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'))
  try {
    const args = ['--no-env-file', '--quiet', '--depth', 'default', '--seed', '1', '--report-dir', folder]
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
