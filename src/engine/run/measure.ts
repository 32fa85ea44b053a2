// Counts the requests of each check, for the plans of later runs.

import type { Contract } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import type { MeasuredMode } from '../plan/measured-costs.ts'
import { planChecks, scopeOf } from '../plan/planned-check.ts'
import { loadSuites } from '../plan/suite-files.ts'
import { countMembers, noCount, RequestCount } from '../session/request-count.ts'
import { runChecks } from './run.ts'

export async function measureRun(
  config: RunConfig,
): Promise<{ readonly mode: MeasuredMode; readonly requestCount: RequestCount }> {
  const requestCount = new RequestCount()
  let seconds = 0
  await runChecks(config, {
    requestCount,
    signal: new AbortController().signal,
    emit: (event) => {
      if (event.type === 'run-finished') seconds = Math.ceil(event.durationMs / 1000)
    },
  })
  return { mode: await tableOf(requestCount, seconds, config.contract), requestCount }
}

async function tableOf(
  requestCount: RequestCount,
  seconds: number,
  contract: Contract,
): Promise<MeasuredMode> {
  const planned = planChecks(contract, await loadSuites(contract)).map(scopeOf)
  const needed = [...requestCount.needs.values()].flatMap((needs) => [...needs])
  const scopes = [...new Set(['preflight', ...planned, ...needed, ...requestCount.counts.keys()])].sort()
  const figures = (scope: string): number[] => {
    const count = requestCount.counts.get(scope) ?? noCount
    return countMembers.map((member) => count[member])
  }
  return {
    seconds,
    counts: Object.fromEntries(scopes.map((scope) => [scope, figures(scope)])),
  }
}
