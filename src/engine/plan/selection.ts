// Selects the clauses that a run checks: those in its scope that fit into its request limit.
import { depthOf } from '../../base/depth.ts'
import { counted } from '../../base/text/counted.ts'
import { notAskedReason } from '../../base/verdict.ts'
import { type Clause, isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { kindOf } from '../resources/kind.ts'
import type { Costs } from './costs.ts'
import { fitted } from './fit.ts'
import { closure, type FixtureGraph, fixtureGraph } from './fixture-graph.ts'
import { costInPart, costsFor, figureOf, loadMeasured, type MeasuredMode, modeFor } from './measured-costs.ts'
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

/** The share of requests that are repeated after a 429 or 401. */
export const sentAgain = 0.1
/** The share of additional requests, for example for repeated checks. */
export const notCounted = 0.25
/**
 * Replaces `notCounted` if the depth sets the limit. Other tenants than the reference tenant may need more.
 */
const notCountedOfDepth = 0.02
export const baseRequests = 3

export interface FittedSelection extends Selection {
  readonly notAfforded: ReadonlyMap<string, string>
}

/**
 * Only the shipped contract has known costs, so a request limit leaves out no clause of other contracts.
 * @throws ConfigurationError if there are more shards than clauses
 */
export function selectFor(config: PlanInput, planned: readonly PlannedCheck[]): FittedSelection {
  const { contract, scope, shard, depth } = config
  const mode = modeFor(config)
  const graph = fixtureGraph(contract, planned)
  // These checks send nothing, for example because the profile lacks a fixture.
  const idle = new Set(
    isShipped(contract) ? planned.filter((check) => !possible(check, config, mode, graph)).map(scopeOf) : [],
  )
  const all = costsFor(config, graph)
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
      costs: {
        ...costs,
        of: (one) => Math.max(costs.of(one), idle.has(one) ? 0 : costInPart(one, mode)),
      },
      finds: ({ id }) => faults[id] ?? [],
      // A depth selects the clauses that find the most faults, without regard to their level.
      mustFirst: limit?.isDepth === false,
      scopeOf,
    },
  )
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
      // With so few requests, the monitor may get no response for some of its clauses.
      shared: monitoredClauses(contract),
      leftOut: new Map([...selection.leftOut, ...[...left.keys()].map((id) => [id, reason] as const)]),
      notAfforded: new Map(),
    }
  }
  const notAfforded = new Map(
    [...left].flatMap(([id, requests]): (readonly [string, string])[] =>
      selection.clauses.has(id)
        ? [
            [
              id,
              `left out to stay within ${limit.by}: about ${counted(requests, 'more request')} would check this clause`,
            ],
          ]
        : [],
    ),
  )
  return { ...selection, checks, notAfforded }
}

interface Limit {
  readonly requestsMax: number
  readonly by: string
  readonly isDepth: boolean
}

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

function supportedBy(
  { profile }: Pick<RunConfig, 'profile'>,
  planned: readonly PlannedCheck[],
): readonly PlannedCheck[] {
  return planned.filter(({ clause }) => profile.operations?.[clause.operation]?.supported !== false)
}

export function possible(
  check: PlannedCheck,
  config: PlanInput,
  mode: MeasuredMode,
  graph: FixtureGraph,
): boolean {
  const { clause } = check
  const { fixtures, operations } = config.profile
  if (operations?.[clause.operation]?.supported === false) return false
  if (clause.fixtures.some((name) => fixtures?.[name] === undefined)) return false
  if (config.writes === 'destructive' && lacksDeletable(clause, config)) return false
  const removable = [...config.contract.resources.values()].every(
    (resource) =>
      resource.life.create === undefined ||
      (resource.life.delete ?? fixtures?.[kindOf(config.contract, resource).fixtures.remove]) !== undefined,
  )
  if (config.writes !== 'reversible' || removable) return true
  return ![...closure([scopeOf(check)], graph)].some((scope) => figureOf(scope, 'creations', mode) > 0)
}

function lacksDeletable({ operation }: Clause, { contract, profile, supplied }: PlanInput): boolean {
  const { act, resource: name = '' } = contract.operations.get(operation) ?? {}
  const resource = contract.resources.get(name)
  if (resource === undefined || act !== 'delete' || resource.life.create !== undefined) return false
  const made = profile.fixtures?.[kindOf(contract, resource).fixtures.create] !== undefined
  return !made && (supplied.get(name) ?? []).length === 0
}

export function cleanUpRequests({ writes }: PlanInput): number {
  return writes === 'none' ? 0 : 10
}
