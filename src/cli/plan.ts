// `plan`: what a run would send in each write mode, and how long it would take. Sends nothing.

import { visible } from '../base/visible.ts'
import { writeModes } from '../base/write-mode.ts'
import { isShipped } from '../contract/index.ts'
import type { Plan, PlanFigures, RunConfig } from '../engine/index.ts'
import { leftOutBy, planRun } from '../engine/index.ts'
import type { Environment } from '../environment.ts'
import { isLoopback } from '../host.ts'
import { measuredFor } from '../measured.ts'
import { counted } from '../report/index.ts'
import { contractOf, type Options, resolveSettings } from '../settings.ts'
import type { RunFlags } from './run.ts'
import type { Terminal } from './terminal.ts'

const ratesPerSecond = [1, 2, 10, 50]

/** Writes the plan of each write mode. Returns the exit code. */
export async function plan(flags: RunFlags, environment: Environment, terminal: Terminal): Promise<number> {
  const named = flags.baseUrl ?? environment.TENANT_BASE_URL?.trim()
  const contract = contractOf(flags, environment)
  const shipped = isShipped(contract)
  const options: Options = {
    ...flags,
    contract,
    baseUrl: named || `http://127.0.0.1${contract.basePath ?? ''}`,
    profile: named || !shipped ? flags.profile : (flags.profile ?? flags.like ?? 'reference'),
    timeoutMs: flags.timeout,
    ca: undefined,
  }
  // A plan needs no credential, and sends none.
  const config = resolveSettings(
    options,
    { TENANT_ACCESS_TOKEN: 'not-needed-to-plan', ...environment },
    !named,
  )
  const standing =
    flags.writes ?? environment.TENANT_WRITES?.trim() ?? (isLoopback(config.baseUrl) ? 'destructive' : 'none')
  const say = (text: string): void => terminal.write(`${visible(config.mask.mask(text), { lines: true })}\n`)
  say(
    `Plan for ${named ? config.baseUrl : shipped ? 'the embedded reference tenant' : 'any tenant'}${shipped ? '' : `, contract ${contract.name} ${contract.version}`}, profile ${config.profileName ?? 'none'}, ${config.examples} examples`,
  )
  say(scopeLine(config))
  const measured = await measuredFor(config)
  for (const mode of writeModes) {
    const figures = await planRun({ ...config, writes: mode }, measured)
    say(`\n--writes ${mode}${mode === standing ? ' (the mode of this run)' : ''}`)
    for (const line of linesOf(figures, config)) say(`  ${line}`)
  }
  say(`
About: sent where the tenant conforms${shipped ? '' : ', as counted against a stub made from the contract'}. At most: whatever it does; a run stops ${shipped ? 'there, or ' : ''}at --max-requests. It counts a
second try of each check, 200 tries of smaller values, 10 percent for what is sent again after 429 or 401, tokens and
clean-up${shipped ? ', and 600 reads to provoke a 429 where none was met' : ''}. Nothing was sent to the tenant.`)
  return 0
}

/** "180 of 200 clauses (20 not asked for: --skip x)" */
function scopeLine({ contract, scope, shard }: RunConfig): string {
  const all = [...contract.clauses.values()]
  const by = all.flatMap((clause) => leftOutBy(clause, scope) ?? [])
  const counts = by.length === 0 ? '' : ` (${by.length} not asked for: ${[...new Set(by)].sort().join(', ')})`
  const part = shard === null ? '' : `, part ${shard.index} of ${shard.count} of them`
  return `Scope: ${by.length === 0 ? '' : `${all.length - by.length} of `}${counted(all.length, 'clause')}${counts}${part}`
}

function linesOf(plan: Plan, { ratePerSecond, requestsMax, shard }: RunConfig): string[] {
  const both = (label: string, member: keyof PlanFigures): string =>
    `${label.padEnd(10)} about ${String(plan.expected[member]).padStart(5)}   at most ${String(plan.most[member]).padStart(5)}`
  const requestsMost = Math.min(plan.most.requests, requestsMax ?? plan.most.requests)
  const requests = Math.min(plan.expected.requests, requestsMost)
  const rates = ratePerSecond === null ? ratesPerSecond : [ratePerSecond]
  const times = rates.map(
    (rate) => `${minutes(plannedSeconds(plan, requests, rate))} at ${Number(rate.toPrecision(3))}/s`,
  )
  const known =
    shard === null || shard.count === 1
      ? ''
      : ` (of --rate ${Number((shard.count * (ratePerSecond ?? 0)).toPrecision(12))} the part of one of ${shard.count} shards)`
  return [
    `clauses    ${plan.clauses}`,
    `requests   about ${String(requests).padStart(5)}   at most ${String(requestsMost).padStart(5)}`,
    both('creations', 'creations'),
    both('deletions', 'deletions'),
    both('changes', 'changes'),
    `takes      ${times.join(', ')}${ratePerSecond === null ? ' (the rate of the tenant is not known: --rate)' : known}`,
  ]
}

/** Seconds that a run takes at a tenant that serves so many requests per second. */
export function plannedSeconds(plan: Plan, requests: number, perSecond: number): number {
  return Math.max(requests / perSecond, plan.seconds)
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 6) / 10} min`
}
