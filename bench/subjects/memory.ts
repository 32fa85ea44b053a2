// Measures memory and time of runs with 1, 10 and 50 times the default number of examples.
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
  // Compares only the additional requests, because each run includes the cost of its start.
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
      what: 'Peak memory of a run with fifty times the default number of samples, compared with a default run.',
      ratio: median(peaks),
      spread: [Math.min(...peaks), Math.max(...peaks)],
      pairs: rounds,
      aim: { below: 1.2 },
      detail: { unit: 'MB', ...detail(({ peakMb }) => Math.round(peakMb)) },
    },
    {
      name: 'time-of-many-examples',
      what: 'Processor time of an additional request between ten and fifty times the default number of samples, compared with one between one and ten times.',
      ratio: median(times),
      spread: [Math.min(...times), Math.max(...times)],
      pairs: rounds,
      aim: { below: 1.1 },
      detail: detail(({ requests }) => requests),
    },
  ]
}

type Round = readonly [once: Measured, ten: Measured, fifty: Measured]

function marginalMs(less: Measured, more: Measured): number {
  return (more.cpuMs - less.cpuMs) / (more.requests - less.requests)
}

/** The tenant runs in another process, so that its memory does not count. */
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
