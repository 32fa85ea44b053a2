// Plans the number of requests of a run: for a conforming tenant, and the maximum for any tenant.
import { type Depth, depthOf } from '../../base/depth.ts'
import type { WriteMode } from '../../base/write-mode.ts'
import { type Contract, isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import { fixtureIn } from '../fixture.ts'
import { type Count, noCount } from '../session/request-count.ts'
import { shrinksMax } from '../session/session.ts'
import { closure, type FixtureGraph, fixtureGraph } from './fixture-graph.ts'
import { figureOf, loadMeasured, type MeasuredMode, modeFor, samplesFactor } from './measured-costs.ts'
import { monitoredClauses } from './monitored-clause.ts'
import { type PlannedCheck, planChecks, type Selection, scopeOf } from './planned-check.ts'
import { baseRequests, cleanUpRequests, type PlanInput, possible, selectFor, sentAgain } from './selection.ts'
import { loadSuites } from './suite-files.ts'

export interface PlanFigures {
  readonly requests: number
  readonly creations: number
  readonly deletions: number
  readonly changes: number
}

export interface Plan {
  readonly mode: WriteMode
  readonly clauses: number
  readonly expected: PlanFigures
  /** The run sends no more requests than this to any tenant. */
  readonly most: PlanFigures
  /** Time that the run needs in addition to the time of its requests. */
  readonly seconds: number
}

// The maximum (`most`) allows for repeated checks, shrinking and token requests.
const attempts = 4
const requestsPerShrink = 4
const tokenRequests = 20
const unknownCheck: Count = { ...noCount, requests: 60, creations: 20, deletions: 20, changes: 20 }

export async function planRun(config: PlanInput, measured = loadMeasured()): Promise<Plan> {
  const { contract } = config
  return planOf(config, selectFor(config, planChecks(contract, await loadSuites(contract))), measured)
}

export function planOf(
  config: PlanInput,
  { clauses: selected, checks: driving }: Pick<Selection, 'clauses' | 'checks'>,
  measured = loadMeasured(),
): Plan {
  const { contract } = config
  const mode = modeFor(config, measured)
  const graph = fixtureGraph(contract, driving)
  const checks = driving.filter((check) => possible(check, config, mode, graph))
  const factor = samplesFactor(config, measured)
  // The table of another contract comes from a run with the same clauses, so this run makes all fixtures of
  // the table.
  const made = isShipped(contract)
    ? []
    : Object.keys(mode.counts).filter((scope) => fixtureIn(scope) !== null)
  const scopes = closure([...checks.map(scopeOf), ...made], graph)
  const random = new Set(
    checks.filter(({ phase }) => phase === 'random' || phase === 'stateful').map(scopeOf),
  )
  const sum = (member: keyof Count, unknown = noCount): number =>
    [...scopes].reduce(
      (total, scope) =>
        // A fixture that the measured run did not make costs nothing.
        total +
        figureOf(scope, member, mode, fixtureIn(scope) === null ? unknown : noCount) *
          (random.has(scope) ? factor : 1),
      0,
    )
  const base = (member: keyof Count): number => figureOf('preflight', member, mode)
  const expected = {
    requests: sum('requests') + base('requests') + cleanUpRequests(config) + baseRequests,
    creations: sum('created') + base('created'),
    deletions: sum('deleted') + base('deleted'),
    changes: sum('changed') + base('changed') + (config.writes === 'none' ? 0 : 1),
  }
  const shrinks = random.size === 0 || config.writes === 'none' ? 0 : shrinksMax * requestsPerShrink
  const writes = config.writes === 'none' ? 0 : 1
  const most = (member: keyof Count): number =>
    (member === 'requests' || writes === 1 ? attempts * sum(member, unknownCheck) + 4 * base(member) : 0) +
    writes * shrinks
  const creations = most('creations')
  return {
    mode: config.writes,
    clauses: clausesTried(checks, mode, graph, selected, contract),
    expected,
    most: {
      requests: Math.ceil(
        (1 + sentAgain) * (most('requests') + shrinks) + tokenRequests + cleanUpRequests(config),
      ),
      creations,
      // A faulty tenant may create resources for requests that it must refuse.
      deletions: Math.max(most('deletions'), creations + sum('deletions')) * writes,
      changes: most('changes'),
    },
    seconds: mode.seconds,
  }
}

export function atDepth<C extends Pick<RunConfig, 'depth' | 'examples' | 'examplesAsked'>>(
  config: C,
  depth: Depth,
): C {
  return { ...config, depth, examples: config.examplesAsked ? config.examples : depthOf(depth).examples }
}

export function heldTo(plan: Plan, config: RunConfig): RunConfig {
  return config.requestsMax === null ? { ...config, requestsMax: plan.most.requests } : config
}

function clausesTried(
  checks: readonly PlannedCheck[],
  mode: MeasuredMode,
  graph: FixtureGraph,
  selected: ReadonlySet<string>,
  contract: Contract,
): number {
  const sends = (check: PlannedCheck): boolean =>
    [...closure([scopeOf(check)], graph)].some((scope) => figureOf(scope, 'requests', mode) > 0)
  const tried = checks.filter(sends).map(({ clause }) => clause)
  const operations = new Set(tried.map(({ operation }) => operation))
  const monitored = [...monitoredClauses(contract)].filter(
    (id) => selected.has(id) && operations.has(id.slice(0, id.lastIndexOf('.'))),
  )
  return new Set([...tried.map(({ id }) => id).filter((id) => selected.has(id)), ...monitored]).size
}
