// Computes the tables of docs/many-machines.md from the figures of one run.
import { counted } from '../base/text/counted.ts'
import { type WriteMode, writeModes } from '../base/write-mode.ts'
import { type Plan, planRun, type Shard } from '../engine/index.ts'
import { resolveSettings } from '../settings/run-config.ts'

/** Measured figures of one run in a separate process (`npm run machines`). */
export interface RunFigures {
  readonly requests: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  readonly reportMegabytes: number
}

export interface CostBasis {
  readonly run: RunFigures
  readonly plans: Readonly<Record<WriteMode, Plan>>
  readonly parts: readonly Plan[]
}

const partCount = 4

export async function costBasisOf(run: RunFigures): Promise<CostBasis> {
  const config = resolveSettings(
    { baseUrl: 'http://127.0.0.1/api/v2', profile: 'reference', depth: 'default' },
    {},
    true,
    { credentials: 'optional' },
  )
  const plan = (writes: WriteMode, shard: Shard | null = null) => planRun({ ...config, writes, shard })
  const parts = Array.from({ length: partCount }, (_, index) =>
    plan('destructive', { index: index + 1, count: partCount }),
  )
  return {
    run,
    plans: {
      none: await plan('none'),
      reversible: await plan('reversible'),
      destructive: await plan('destructive'),
    },
    parts: await Promise.all(parts),
  }
}

const tenants = 1000
const ratesPerSecond = [2, 10]
const machine = { cores: 8, gigabytes: 16 }

export function costTables({ run, plans, parts }: CostBasis): string {
  const modes = writeModes.map((mode) => ({ mode, requests: plans[mode].expected.requests }))
  const cpuSeconds = (requests: number): number => run.cpuSeconds * Math.max(0.3, requests / run.requests)
  const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  const byMode = [
    row('costs of one tenant', ...modes.map(({ mode }) => `\`--writes ${mode}\``)),
    row('---', ...modes.map(() => '---:')),
    row('requests, expected', ...modes.map(({ requests }) => requests)),
    row('requests, maximum', ...modes.map(({ mode }) => plans[mode].most.requests)),
    ...ratesPerSecond.map((rate) =>
      row(
        `time at ${counted(rate, 'request')} per second`,
        ...modes.map(({ requests }) => lasting(requests / rate)),
      ),
    ),
    row('processor time, expected', ...modes.map(({ requests }) => `${cpuSeconds(requests).toFixed(1)} s`)),
  ]
  const { requests } = plans.destructive.expected
  const memoryAtOnce = Math.floor((machine.gigabytes * 1024) / run.peakMegabytes)
  const atOnce = (rate: number): number => {
    const shareOfCore = cpuSeconds(requests) / (requests / rate)
    return Math.min(memoryAtOnce, Math.floor(machine.cores / shareOfCore), tenants)
  }
  const byRate = [
    row(
      `${counted(tenants, 'tenant')}, \`--writes destructive\``,
      ...ratesPerSecond.map((rate) => `each at ${counted(rate, 'request')} per second`),
    ),
    row('---', ...ratesPerSecond.map(() => '---:')),
    row('requests', ...ratesPerSecond.map(() => thousands(tenants * requests))),
    row(
      'time, if the runs run one after another',
      ...ratesPerSecond.map((rate) => lasting((tenants * requests) / rate)),
    ),
    row('time, if all runs run at once', ...ratesPerSecond.map((rate) => lasting(requests / rate))),
    row('runs at once on one machine (`--at-once`)', ...ratesPerSecond.map(atOnce)),
    row(
      'time on one machine',
      ...ratesPerSecond.map((rate) => lasting(Math.ceil(tenants / atOnce(rate)) * (requests / rate))),
    ),
    row(
      'processor time, expected',
      ...ratesPerSecond.map(() => `${(cpuSeconds(requests) * (tenants / 3600)).toFixed(1)} h`),
    ),
    row(
      'reports on disk, expected',
      ...ratesPerSecond.map(() => `${((run.reportMegabytes * tenants) / 1024).toFixed(1)} GB`),
    ),
  ]
  const all = parts.map(({ expected }) => expected.requests)
  return `${byMode.join('\n')}

${byRate.join('\n')}

The figures for one machine assume ${machine.cores} cores and ${machine.gigabytes} GB of memory. A run uses ${Math.round(run.peakMegabytes)} MB at its peak, so memory allows ${counted(memoryAtOnce, 'run')} at once.
In ${counted(parts.length, 'part')}, a run sends ${all.join(' + ')} = ${thousands(all.reduce((sum, one) => sum + one))} requests instead of ${thousands(requests)}. The run takes ${Math.round((100 * Math.max(...all)) / requests)}% of the time if each part
may use the full rate, and ${Math.round((100 * parts.length * Math.max(...all)) / requests)}% if the parts share one rate.
`
}

function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}
