// The commands `fleet plan`, `fleet run` and `fleet collect`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { requireInRange } from '../../base/options/option.ts'
import { counted } from '../../base/text/counted.ts'
import { exitCodes } from '../../base/verdict.ts'
import { visible } from '../../base/visible.ts'
import { folderOf, type Task, tasksFor, tasksOf } from '../../fleet/task.ts'
import { type Fleet, readFleet } from '../../fleet/tenant-list.ts'
import type { ReportFormat } from '../../report/index.ts'
import { resolveContract, suppliedVariables } from '../../settings/contract.ts'
import type { Environment } from '../../settings/environment.ts'
import { parseShard } from '../../settings/shard.ts'
import { mergeFiles, overviewFiles } from '../reports/index.ts'
import type { Terminal } from '../terminal.ts'
import { type Child, startRun } from './child.ts'

export interface FleetFlags {
  readonly shards: number
  readonly contract?: string
  readonly reportDir: string
  readonly reports: readonly ReportFormat[]
}

export interface RunFleetFlags extends FleetFlags {
  readonly worker?: string
  readonly atOnce: number
}

interface Planned {
  readonly fleet: Fleet
  readonly tasks: readonly Task[]
}

/** @param armed whether the command needs the credentials of the tenants */
async function planned(
  list: string,
  flags: FleetFlags,
  environment: Environment,
  armed: boolean,
): Promise<Planned> {
  const { shards, reportDir } = flags
  requireInRange(shards, '--shards', { min: 1, max: 1000, whole: true })
  const supplied = suppliedVariables(await resolveContract(flags, environment))
  const fleet = readFleet(list, armed ? environment : null, supplied)
  return { fleet, tasks: tasksOf(fleet.tenants, shards, reportDir) }
}

export async function planFleet(
  list: string,
  flags: FleetFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const { fleet, tasks } = await planned(list, flags, environment, false)
  const widthOf = (text: (task: Task) => string): number =>
    Math.max(...tasks.map((task) => visible(text(task)).length))
  const names = widthOf(({ tenant }) => tenant.name)
  const urls = widthOf(({ tenant }) => tenant.baseUrl)
  terminal.write(
    `${counted(fleet.tenants.length, 'tenant')}, ${counted(tasks.length, 'task')}: start up to ${counted(tasks.length, 'worker')}, each with --worker I/N or --worker auto\n\n`,
  )
  for (const { number, tenant, shard, folder } of tasks) {
    const part = shard === null ? '' : `  part ${shard.index} of ${shard.count}`
    terminal.write(
      `${String(number).padStart(5)}  ${visible(tenant.name).padEnd(names)}  ${visible(tenant.baseUrl).padEnd(urls)}${part}  ${visible(folder)}\n`,
    )
  }
}

// The fleet sets these options, so users cannot pass them on to runs.
const ofFleet =
  /^--(?:base-url|auth-url|shard|report-dir|reports|contract|env-file|no-env-file|fault|like|attest|subject|baseline|write-gaps|write-waivers)(?:=|$)/

/**
 * @returns the exit code of `fleet collect`, or the worst exit code of the worker's tasks; 130 after a signal
 */
export async function runFleet(
  list: string,
  options: readonly string[],
  flags: RunFleetFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  requireInRange(flags.atOnce, '--at-once', { min: 1, max: 256, whole: true })
  const taken = options.find((option) => ofFleet.test(option))
  if (taken !== undefined)
    throw new ConfigurationError(
      `${taken.replace(/=.*/, '')} can't be passed to the runs of a fleet: remove this option. Set its value in the list, or before "--".`,
    )
  const { fleet, tasks: all } = await planned(list, flags, environment, true)
  const worker =
    flags.worker === undefined ? { index: 1, count: 1 } : parseShard(flags.worker, environment, '--worker')
  const tasks = tasksFor(worker, all)
  const args = [...options, '--reports', flags.reports.join(',')]
  const contract = flags.contract ?? environment.TENANT_CONTRACT?.trim()
  if (contract) args.push('--contract', contract)
  const ended = await runTasks(tasks, args, fleet, flags, environment, terminal)
  const codes = [...ended.values()]
  if (codes.includes(exitCodes.interrupted) || ended.size < tasks.length) return exitCodes.interrupted
  if (worker.count > 1) return tasks.length === 1 ? (codes[0] ?? exitCodes.incomplete) : worstOf(codes)
  // The folders of tasks without a report can contain reports of earlier runs.
  const without = tasks.filter(({ number }) => !reporting.has(ended.get(number) ?? exitCodes.internal))
  return collect(all, new Set(without.map(({ number }) => number)), flags, terminal)
}

const reporting: ReadonlySet<number> = new Set([
  ...[exitCodes.conformant, exitCodes['non-conformant'], exitCodes.incomplete, exitCodes.stale],
])

async function runTasks(
  tasks: readonly Task[],
  args: readonly string[],
  fleet: Fleet,
  { atOnce }: RunFleetFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<ReadonlyMap<number, number>> {
  const waiting = [...tasks]
  const running = new Set<Child>()
  const codes = new Map<number, number>()
  let stopped = false
  const unhook = terminal.onStop(() => {
    stopped = true
    terminal.error(`\nStopping: ${counted(running.size, 'run')} must still remove resources.\n`)
    for (const child of running) child.stop()
  })
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined && !stopped; task = waiting.shift()) {
      const child = startRun(task, args, fleet, environment, tasks.length === 1)
      running.add(child)
      const code = await child.ended
      running.delete(child)
      codes.set(task.number, code)
      if (tasks.length > 1) terminal.write(`${lineOf(task, code, child.log)}\n`)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    unhook()
  }
  return codes
}

const ends: Readonly<Record<number, string>> = {
  [exitCodes.conformant]: 'conformant',
  [exitCodes['non-conformant']]: 'non-conformant',
  [exitCodes.usage]: 'wrong command line or configuration',
  [exitCodes.incomplete]: 'incomplete, or resources left behind',
  [exitCodes.stale]: 'stale waiver, gap or baseline',
  [exitCodes.internal]: 'stopped by a bug in tenant-conformance',
  [exitCodes.interrupted]: 'interrupted',
}

function lineOf({ tenant, shard, number }: Task, code: number, log: string | null): string {
  const part = shard === null ? '' : ` part ${shard.index} of ${shard.count}`
  const more = code === exitCodes.conformant || log === null ? '' : `, see ${visible(log)}`
  return `${number}  ${visible(tenant.name)}${part}  ${ends[code] ?? `ended with ${code}`}${more}`
}

function worstOf(codes: readonly number[]): number {
  if (codes.includes(exitCodes['non-conformant'])) return exitCodes['non-conformant']
  return codes.every((code) => code === exitCodes.conformant) ? exitCodes.conformant : exitCodes.incomplete
}

/** @returns 1 if a tenant is non-conformant; 3 if a tenant has no result or is incomplete; otherwise 0 */
export async function collectFleet(
  list: string,
  flags: FleetFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const { tasks } = await planned(list, flags, environment, false)
  return collect(tasks, new Set(), flags, terminal)
}

async function collect(
  tasks: readonly Task[],
  unreported: ReadonlySet<number>,
  flags: FleetFlags,
  terminal: Terminal,
): Promise<number> {
  const silent: Terminal = { ...terminal, write: () => undefined }
  const found: string[] = []
  let missing = 0
  const tenants = new Map(tasks.map(({ tenant }) => [tenant.name, tenant]))
  for (const tenant of tenants.values()) {
    const parts = tasks.filter((task) => task.tenant.name === tenant.name)
    const place = folderOf(tenant, flags.reportDir)
    const without = parts.filter(
      ({ folder, number }) => unreported.has(number) || !existsSync(join(folder, 'report.json')),
    )
    try {
      if (without.length > 0)
        throw new ConfigurationError(
          `no report in ${without.map(({ folder }) => folder).join(', ')}: run ${without.length === 1 ? 'this task' : 'these tasks'} again.`,
        )
      if (parts.length > 1)
        await mergeFiles(
          parts.map(({ folder }) => folder),
          { reportDir: place, reports: flags.reports, github: false },
          silent,
        )
      found.push(place)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      missing += 1
      terminal.error(`${visible(`${tenant.name}: ${error.message}`)}\n`)
    }
  }
  if (found.length === 0) return exitCodes.incomplete
  const exit = await overviewFiles(found, { reportDir: flags.reportDir, format: 'text' }, terminal)
  return exit === exitCodes.conformant && missing > 0 ? exitCodes.incomplete : exit
}
