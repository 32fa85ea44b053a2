// What a run of a configuration is to check: what was asked for, and of it what fits the requests that may be sent.
import { depthOf } from '../../base/depth.ts'
import { notAskedReason } from '../../base/verdict.ts'
import { type Clause, isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { kindOf } from '../resources/kind.ts'
import type { Costs } from './costs.ts'
import { fitted } from './fit.ts'
import {
  burst,
  burstRequests,
  closure,
  costInPart,
  costsFor,
  figureOf,
  loadMeasured,
  type MeasuredMode,
  modeFor,
} from './measured-table.ts'
import { monitoredClauses } from './monitored-clause.ts'
import { type PlannedCheck, type Selection, scopeOf, select } from './planned-check.ts'

export type PlanInput = Pick<
  RunConfig,
  | 'contract'
  | 'profile'
  | 'writes'
  | 'scope'
  | 'shard'
  | 'examples'
  | 'supplied'
  | 'requestsMax'
  | 'minutesMax'
  | 'ratePerSecond'
  | 'depth'
>

/** The part of what is sent that is sent again, after a 429 or a 401. */
export const sentAgain = 0.1
/** The part that a run sends beside what was counted: some again, and a part of all checks shares less than all of them do. */
export const notCounted = 0.25
/** The same of what a depth takes, which may be exceeded where the tenant is another one. */
const notCountedOfDepth = 0.02
/** Tokens, where all is well. */
export const baseRequests = 3

/** What a run of that configuration is to check, and why it leaves out what it does. */
export interface FittedSelection extends Selection {
  /** Why clauses that were asked for are left out all the same, by their ids. */
  readonly notAfforded: ReadonlyMap<string, string>
}

/**
 * Selects what was asked for, and of it what fits the requests that may be sent, by the table of the shipped contract.
 * @throws ConfigurationError for more shards than clauses
 */
export function selectFor(config: PlanInput, planned: readonly PlannedCheck[]): FittedSelection {
  const { contract, scope, shard, depth } = config
  const mode = modeFor(config)
  // What the profile leaves without what it needs sends nothing.
  const idle = new Set(
    isShipped(contract) ? planned.filter((check) => !possible(check, config, mode)).map(scopeOf) : [],
  )
  const all = costsFor(config)
  const costs: Costs = {
    of: (one) => (idle.has(one) ? 0 : all.of(one)),
    needs: (one) => (idle.has(one) ? [] : all.needs(one)),
  }
  const selection = select(contract, supportedBy(config, planned), scope, shard, costs)
  if (!isShipped(contract)) return { ...selection, notAfforded: new Map() }
  const limit = limitOf(config)
  const { faults = {} } = loadMeasured()
  const base = figureOf('preflight', 'requests', mode) + cleanUpRequests(config) + baseRequests
  const { fitting, left } = fitted(
    selection.checks.filter((check) => !idle.has(scopeOf(check))),
    {
      requestsMax:
        limit === null
          ? Number.POSITIVE_INFINITY
          : Math.floor(limit.requestsMax / (1 + (limit.isDepth ? notCountedOfDepth : notCounted))) - base,
      // How many a burst takes nobody knows before.
      costs: {
        ...costs,
        of: (one) =>
          one === burst ? burstRequests : Math.max(costs.of(one), idle.has(one) ? 0 : costInPart(one, mode)),
      },
      finds: ({ id }) => faults[id] ?? [],
      // A smoke gate is to find what it can.
      mustFirst: limit?.isDepth === false,
      scopeOf,
    },
  )
  // What finds most is tried first, so that a failure shows early.
  const places = new Map(fitting.map(({ id }, place) => [id, place]))
  const placeOf = ({ clause }: PlannedCheck): number => places.get(clause.id) ?? fitting.length
  const checks = selection.checks
    .filter(({ clause }) => !left.has(clause.id))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  if (limit === null) return { ...selection, checks, notAfforded: new Map() }
  if (limit.isDepth) {
    const reason = `${notAskedReason}--depth ${depth}`
    return {
      clauses: new Set([...selection.clauses].filter((id) => !left.has(id))),
      checks,
      // What is watched for may not show in so little.
      shared: monitoredClauses(contract),
      leftOut: new Map([...selection.leftOut, ...[...left.keys()].map((id) => [id, reason] as const)]),
      notAfforded: new Map(),
    }
  }
  const notAfforded = new Map(
    [...left].flatMap(([id, requests]): (readonly [string, string])[] =>
      selection.clauses.has(id)
        ? [[id, `left out to stay within ${limit.by}: about ${requests} more requests would check it`]]
        : [],
    ),
  )
  return { ...selection, checks, notAfforded }
}

interface Limit {
  readonly requestsMax: number
  readonly by: string
  /** Whether it is what was asked for, rather than a bound of it. */
  readonly isDepth: boolean
}

/** How many requests the checks are to be fitted to, by the narrowest of what says so; null where nothing does. */
function limitOf({ requestsMax, minutesMax, ratePerSecond, depth }: PlanInput): Limit | null {
  const asked: Limit[] = []
  if (requestsMax !== null) asked.push({ requestsMax, by: `--max-requests ${requestsMax}`, isDepth: false })
  if (minutesMax !== null && ratePerSecond !== null)
    asked.push({
      requestsMax: Math.floor(minutesMax * 60 * ratePerSecond),
      by: `--max-minutes ${minutesMax} at --rate ${ratePerSecond}`,
      isDepth: false,
    })
  const { requestsMax: most } = depthOf(depth)
  if (most !== null) asked.push({ requestsMax: most, by: `--depth ${depth}`, isDepth: true })
  return asked.sort((one, other) => one.requestsMax - other.requestsMax)[0] ?? null
}

/** The checks of the operations that the profile does not turn off. */
function supportedBy(
  { profile }: Pick<RunConfig, 'profile'>,
  planned: readonly PlannedCheck[],
): readonly PlannedCheck[] {
  return planned.filter(({ clause }) => profile.operations?.[clause.operation]?.supported !== false)
}

/** Whether the profile leaves a check with what it needs: else it sends nothing. */
export function possible(check: PlannedCheck, config: PlanInput, mode: MeasuredMode): boolean {
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
  return ![...closure([scopeOf(check)], mode)].some((scope) => figureOf(scope, 'creations', mode) > 0)
}

/** Whether there is nothing to delete: no operation creates one, no fixture does, and none is given. */
function isForWantOfOne({ operation }: Clause, { contract, profile, supplied }: PlanInput): boolean {
  const { act, resource: name = '' } = contract.operations.get(operation) ?? {}
  const resource = contract.resources.get(name)
  if (resource === undefined || act !== 'delete' || resource.life.create !== undefined) return false
  const made = profile.fixtures?.[kindOf(contract, resource).fixtures.create] !== undefined
  return !made && (supplied.get(name) ?? []).length === 0
}

/** What there is one of, and what several checks shared, are dealt with when the run ends. */
export function cleanUpRequests({ writes }: PlanInput): number {
  return writes === 'none' ? 0 : 10
}
