// The command `plan` prints the number of requests and the duration for each write mode.

import { counted } from '../base/text/counted.ts'
import { visible } from '../base/visible.ts'
import { writeModes } from '../base/write-mode.ts'
import { isShipped } from '../contract/index.ts'
import type { Plan, PlanFigures, RunConfig } from '../engine/index.ts'
import { atDepth, leftOutBy, planRun, profileClauses, secondsToFill } from '../engine/index.ts'
import { measureForPlan } from '../library/plan-measurement.ts'
import { resolveContract } from '../settings/contract.ts'
import type { Environment } from '../settings/environment.ts'
import { type Options, resolveSettings } from '../settings/run-config.ts'
import type { RunFlags } from './run.ts'
import type { Terminal } from './terminal.ts'

const ratesPerSecond = [1, 2, 10, 50]

export async function plan(flags: RunFlags, environment: Environment, terminal: Terminal): Promise<number> {
  const named = flags.baseUrl ?? environment.TENANT_BASE_URL?.trim()
  const contract = await resolveContract(flags, environment)
  const shipped = isShipped(contract)
  // A plan sends no request, and needs no certificate.
  const { ca: _, ...withoutCa } = flags
  const options: Options = {
    ...withoutCa,
    contract,
    baseUrl: named || `http://127.0.0.1${contract.basePath ?? ''}`,
    profile: named || !shipped ? flags.profile : (flags.profile ?? flags.like ?? 'reference'),
  }
  const config = resolveSettings(options, environment, !named, { credentials: 'optional' })
  const say = (text: string): void => terminal.write(`${visible(config.mask.mask(text), { lines: true })}\n`)
  say(
    `Plan for ${named ? config.baseUrl : shipped ? 'the embedded reference tenant' : 'any tenant'}${shipped ? '' : `, contract ${contract.name} ${contract.version}`}, profile ${config.profileName ?? 'none'}, depth ${config.depth}, ${counted(config.examples, 'example')}`,
  )
  say(scopeLine(config))
  const measured = await measureForPlan(config)
  for (const mode of writeModes) {
    const figures = await planRun({ ...config, writes: mode }, measured)
    say(`\n--writes ${mode}${mode === config.writes ? ' (current mode)' : ''}`)
    for (const line of linesOf(figures, config)) say(`  ${line}`)
    if (!config.depthAsked && config.shard === null) {
      const deep = await planRun({ ...atDepth(config, 'deep'), writes: mode }, measured)
      if (deep.expected.requests > figures.expected.requests)
        say(
          `  deeper     about ${String(deep.expected.requests).padStart(5)}   at most ${String(deep.most.requests).padStart(5)}   requests with --depth deep`,
        )
    }
  }
  const figures = shipped ? 'a conformant tenant' : 'a stub made from the contract'
  say(`
clauses    Clauses with their own requests. A run judges the other clauses by all exchanges, or cannot judge them.
about      Expected number for ${figures}.
at most    Upper limit for any tenant${shipped ? '' : ' without --max-requests'}. It includes a second attempt of each check, 200 attempts with smaller values, 10 percent
           for retries after 429 or 401, tokens, clean-up${shipped ? ', and 600 reads to provoke a 429' : ''}.
Nothing was sent to the tenant.`)
  if (!config.depthAsked)
    say(
      config.shard === null
        ? `
These figures are for --depth default. Without --depth a run measures the tenant with a few reads first, and then adds cases that
fit into ${secondsToFill} s, up to --depth deep. --depth sets the number of cases, no matter how long they take.`
        : '\nWithout --depth each part of a run uses --depth default.',
    )
  return 0
}

function scopeLine({ contract, profile, scope, shard }: RunConfig): string {
  const all = [...contract.clauses.values()]
  const own = profileClauses(profile, contract).length
  const by = all.flatMap((clause) => leftOutBy(clause, scope) ?? [])
  const counts = by.length === 0 ? '' : ` (${[...new Set(by)].sort().join(', ')})`
  const part = shard === null ? '' : `; the shard checks part ${shard.index} of ${shard.count}`
  return `Scope: ${by.length === 0 ? '' : `${all.length - by.length} of `}${counted(all.length, 'clause')} of the specification${counts}${own === 0 ? '' : `, and ${own} of the profile`}${part}`
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
      : ` (--rate ${Number((shard.count * (ratePerSecond ?? 0)).toPrecision(12))}, shared by ${shard.count} shards)`
  return [
    `clauses    ${plan.clauses} with their own requests`,
    `requests   about ${String(requests).padStart(5)}   at most ${String(requestsMost).padStart(5)}`,
    both('creations', 'creations'),
    both('deletions', 'deletions'),
    both('changes', 'changes'),
    `takes      ${times.join(', ')}${ratePerSecond === null ? ' (unknown tenant rate: set --rate)' : known}`,
  ]
}

export function plannedSeconds(plan: Plan, requests: number, perSecond: number): number {
  return Math.max(requests / perSecond, plan.seconds)
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 6) / 10} min`
}
