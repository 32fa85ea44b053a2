// The plan of a run: what it will send where the tenant conforms, and at most whatever the tenant does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../base/package-root.ts'
import type { WriteMode } from '../../base/write-mode.ts'
import type { Clause, Contract } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { kindOf } from '../resources/kind.ts'
import { type Count, countMembers, noCount } from '../session/request-count.ts'
import { shrinksMax } from '../session/session.ts'
import { monitoredClauses } from './monitored-clause.ts'
import { type PlannedCheck, planChecks, scopeOf, select } from './planned-check.ts'
import { loadSuites } from './suite-files.ts'

/** What was counted in a run of all checks against the reference tenant, in one write mode. */
export interface MeasuredMode {
  /** By scope: the figures of `Count`, in the order of `countMembers`. */
  readonly counts: Readonly<Record<string, readonly number[]>>
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** Seconds that the run took by itself, with a tenant that answers at once. */
  readonly seconds: number
}

/** `schemas/plan.json`, written by test/real/plan.test.ts. */
export interface Measured {
  /** Samples per property with which it was measured. */
  readonly examples: number
  readonly modes: Readonly<Record<WriteMode, MeasuredMode>>
}

export interface PlanFigures {
  readonly requests: number
  readonly creations: number
  readonly deletions: number
  readonly changes: number
}

export interface Plan {
  readonly mode: WriteMode
  /** Clauses that requests will be sent for. */
  readonly clauses: number
  /** Where the tenant conforms. */
  readonly expected: PlanFigures
  /** Whatever the tenant does; a run is held to the number of requests. */
  readonly most: PlanFigures
  /** Seconds beside what the requests take. */
  readonly seconds: number
}

// Stated in the plan. A check that does not pass is tried again; then failing samples are made smaller; and
// some requests are for tokens, or are sent again after a 429 or a 401.
const attempts = 2
const requestsPerShrink = 4
const sentAgain = 0.1
const tokenRequests = 20
/** Reads to provoke a 429, where none was met: see suites/cross.rate-limit.ts. */
const burstRequests = 600
// A check that was not there when the table was measured.
const unknownCheck: Count = { ...noCount, requests: 60, creations: 20, deletions: 20, changes: 20 }

/**
 * The plan of a run with that configuration. Sends nothing.
 * @param measured what runs of the contract were seen to send; default: the table of the shipped contract
 */
export async function planRun(config: PlanInput, measured = loadMeasured()): Promise<Plan> {
  const { contract } = config
  const mode = measured.modes[config.writes]
  const planned = planChecks(contract, await loadSuites(contract))
  const { clauses: selected, checks: driving } = select(contract, planned, config.scope, config.shard)
  const checks = driving.filter((check) => possible(check, config, mode))
  const factor = Math.max(1, Math.ceil(config.examples / measured.examples))
  const scopes = closure(checks.map(scopeOf), mode)
  const random = new Set(
    checks.filter(({ phase }) => phase === 'random' || phase === 'stateful').map(scopeOf),
  )
  const sum = (member: keyof Count, unknown = noCount): number =>
    [...scopes].reduce(
      (total, scope) => total + countOf(scope, mode, unknown)[member] * (random.has(scope) ? factor : 1),
      0,
    )
  const base = (member: keyof Count): number => countOf('preflight', mode)[member]
  const expected = {
    requests: sum('requests') + base('requests') + cleanUpRequests(config) + 3,
    creations: sum('created') + base('created'),
    deletions: sum('deleted') + base('deleted'),
    changes: sum('changed') + base('changed') + (config.writes === 'none' ? 0 : 1),
  }
  const shrinks = random.size === 0 || config.writes === 'none' ? 0 : shrinksMax * requestsPerShrink
  const burst = [...scopes].includes('once burst') ? burstRequests : 0
  const writes = config.writes === 'none' ? 0 : 1
  const most = (member: keyof Count): number =>
    (member === 'requests' || writes === 1 ? attempts * sum(member, unknownCheck) + 4 * base(member) : 0) +
    writes * shrinks
  const creations = most('creations')
  return {
    mode: config.writes,
    clauses: clausesTried(checks, mode, selected, contract),
    expected,
    most: {
      requests: Math.ceil(
        (1 + sentAgain) * (most('requests') + shrinks) + burst + tokenRequests + cleanUpRequests(config),
      ),
      creations,
      // What a faulty tenant makes of a request that it should refuse is removed as well.
      deletions: Math.max(most('deletions'), creations + sum('deletions')) * writes,
      changes: most('changes'),
    },
    seconds: mode.seconds,
  }
}

/** The configuration with the plan's bound as its budget, unless it has one. */
export function heldTo(plan: Plan, config: RunConfig): RunConfig {
  return config.requestsMax === null ? { ...config, requestsMax: plan.most.requests } : config
}

export type PlanInput = Pick<
  RunConfig,
  'contract' | 'profile' | 'writes' | 'scope' | 'shard' | 'examples' | 'supplied'
>

let loaded: Measured | null = null

function loadMeasured(): Measured {
  loaded ??= JSON.parse(readFileSync(join(packageRoot, 'schemas/plan.json'), 'utf8')) as Measured
  return loaded
}

function countOf(scope: string, mode: MeasuredMode, unknown = noCount): Count {
  const figures = mode.counts[scope]
  if (figures === undefined) return unknown
  return Object.fromEntries(
    countMembers.map((member, index) => [member, figures[index] ?? 0]),
  ) as unknown as Count
}

function closure(scopes: readonly string[], { needs }: MeasuredMode): ReadonlySet<string> {
  const all = new Set<string>()
  const add = (scope: string): void => {
    if (all.has(scope)) return
    all.add(scope)
    for (const need of needs[scope] ?? []) add(need)
  }
  for (const scope of scopes) add(scope)
  return all
}

// Checks that the profile leaves without what they need: they send nothing.
function possible(check: PlannedCheck, config: PlanInput, mode: MeasuredMode): boolean {
  const { clause } = check
  const { fixtures, operations } = config.profile
  if (operations?.[clause.operation]?.supported === false) return false
  if (clause.fixtures.some((name) => fixtures?.[name] === undefined)) return false
  if (config.writes === 'destructive' && isForWantOfOne(clause, config)) return false
  const removable = [...config.contract.resources.values()].every(
    (resource) =>
      resource.life.create === undefined ||
      (resource.life.delete ?? fixtures?.[kindOf(config.contract, resource).fixtures.remove]) !== undefined,
  )
  if (config.writes !== 'reversible' || removable) return true
  return ![...closure([scopeOf(check)], mode)].some((scope) => countOf(scope, mode).creations > 0)
}

/** Whether there is nothing to delete: no operation creates one, no fixture does, and none is given. */
function isForWantOfOne({ operation }: Clause, { contract, profile, supplied }: PlanInput): boolean {
  const { act, resource: name = '' } = contract.operations.get(operation) ?? {}
  const resource = contract.resources.get(name)
  if (resource === undefined || act !== 'delete' || resource.life.create !== undefined) return false
  const made = profile.fixtures?.[kindOf(contract, resource).fixtures.create] !== undefined
  return !made && (supplied.get(name) ?? []).length === 0
}

function clausesTried(
  checks: readonly PlannedCheck[],
  mode: MeasuredMode,
  selected: ReadonlySet<string>,
  contract: Contract,
): number {
  const sends = (check: PlannedCheck): boolean =>
    [...closure([scopeOf(check)], mode)].some((scope) => countOf(scope, mode).requests > 0)
  const tried = checks.filter(sends).map(({ clause }) => clause)
  const operations = new Set(tried.map(({ operation }) => operation))
  const monitored = [...monitoredClauses(contract)].filter(
    (id) => selected.has(id) && operations.has(id.slice(0, id.lastIndexOf('.'))),
  )
  return new Set([...tried.map(({ id }) => id).filter((id) => selected.has(id)), ...monitored]).size
}

// What there is one of, and what several checks shared, are dealt with when the run ends.
function cleanUpRequests({ writes }: PlanInput): number {
  return writes === 'none' ? 0 : 10
}
