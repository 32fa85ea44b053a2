// Plans the checks of each clause. Checks come from suites, built-in rules and schemas.
import type { Phase } from '../../base/event.ts'
import { leftToAnotherReason, notAskedReason } from '../../base/verdict.ts'
import { type Clause, type Contract, isJudged, type Operation } from '../../contract/index.ts'
import {
  boundaryCheck,
  derivedClauses,
  keywordClauses,
  parameterCheck,
  parameterClauses,
  violationCheck,
} from '../checks/derived.ts'
import { parameterKeyword, ruleChecks } from '../rules/index.ts'
import type { Check, Checks, PhasedCheck, Suite } from '../suite.ts'
import type { Costs } from './costs.ts'
import { monitoredClauses } from './monitored-clause.ts'
import { leftOutBy, type Scope, type Shard } from './scope.ts'
import { partOf } from './shard.ts'

export interface PlannedCheck {
  readonly clause: Clause
  readonly phase: Phase
  readonly run: Check
  /** Checks with the same key never run at the same time. */
  readonly exclusive: string | null
  readonly delivering?: boolean
  readonly early?: boolean
  readonly observing?: boolean
}

export function scopeOf({ clause, phase }: PlannedCheck): string {
  return `${clause.id} ${phase}`
}

/** @throws Error if a suite names an unknown clause */
export function planChecks(contract: Contract, suites: readonly Suite[]): readonly PlannedCheck[] {
  const planned: PlannedCheck[] = []
  const add = (id: string, check: Checks[string]): void => {
    const clause = contract.clauses.get(id)
    if (clause === undefined) throw new Error(`a suite has a check for the unknown clause ${id}`)
    const declared = typeof check === 'function' ? { phase: 'examples' as const, run: check } : check
    const {
      phase,
      run,
      exclusive = exclusiveKey(contract, clause),
      delivering = false,
      early = false,
      observing,
    } = declared as PhasedCheck
    planned.push({ clause, phase, run, exclusive, delivering, early })
    if (observing === undefined) return
    const beside = { phase: 'examples', exclusive: null, early: true, observing: true } as const
    planned.push({ clause, run: observing, delivering, ...beside })
  }
  for (const suite of suites) {
    if (suite.kind === 'operation')
      for (const [name, check] of Object.entries(suite.checks)) add(`${suite.operation}.${name}`, check)
    else {
      for (const [name, check] of Object.entries(suite.each))
        for (const clause of contract.clauses.values())
          if (clause.concern === suite.concern && clause.name === name && clause.operation !== 'any')
            add(clause.id, check)
      for (const [name, check] of Object.entries(suite.any)) add(`any.${name}`, check)
    }
  }
  const covered = new Set(planned.map(({ clause }) => clause.id))
  for (const clause of contract.clauses.values()) {
    const { id, law } = clause
    const check = law === null || covered.has(id) ? undefined : ruleChecks[law]
    if (law === 'no-server-error' && judgesRefusals(contract.operations.get(clause.operation))) continue
    if (check !== undefined) add(id, apart(check, exclusiveKey(contract, clause)))
  }
  for (const operation of contract.operations.values()) {
    for (const id of parameterClauses(operation)) if (!covered.has(id)) add(id, parameterCheck(operation))
    for (const parameter of operation.parameters.filter(isJudged))
      for (const id of keywordClauses(parameter.schema)) add(id, parameterKeyword)
    for (const id of derivedClauses(operation)) {
      add(id, { phase: 'boundaries', run: boundaryCheck(operation) })
      add(id, { phase: 'random', run: violationCheck(operation) })
    }
  }
  return planned
}

function judgesRefusals(operation: Operation | undefined): boolean {
  if (operation === undefined) return true
  const { refusals, request, idParameter, authenticated } = operation
  const ofBody = [refusals.malformed, refusals.invalid]
  return (
    (authenticated && refusals.unauthenticated !== null) ||
    (request !== null && ofBody.some((statuses) => statuses !== null)) ||
    (idParameter !== null && refusals.unknown !== null) ||
    (request === null && idParameter === null)
  )
}

function apart(check: Check | PhasedCheck, exclusive: string | null): Check | PhasedCheck {
  return typeof check === 'function' || exclusive === null ? check : { ...check, exclusive }
}

function exclusiveKey(contract: Contract, clause: Clause): string | null {
  const operation = contract.operations.get(clause.operation)
  const resource = operation === undefined ? undefined : contract.resources.get(operation.resource)
  // Checks also create the parents of the resource.
  const above = operation?.parameters.map((one) => contract.resources.get(one.resource ?? '')) ?? []
  return [...above, resource].find((one) => one?.exclusive)?.name ?? null
}

export interface Selection {
  readonly clauses: ReadonlySet<string>
  readonly checks: readonly PlannedCheck[]
  readonly shared: ReadonlySet<string>
  readonly leftOut: ReadonlyMap<string, string>
}

/**
 * A clause that the monitor judges by all responses selects all checks of its operation.
 * @throws ConfigurationError if there are more shards than clauses
 */
export function select(
  contract: Contract,
  planned: readonly PlannedCheck[],
  scope: Scope,
  shard: Shard | null,
  costs: Costs,
): Selection {
  const all = [...contract.clauses.values()]
  const leftOut = new Map<string, string>(
    all.flatMap((clause) => {
      const by = leftOutBy(clause, scope)
      return by === null ? [] : [[clause.id, `${notAskedReason}${by}`]]
    }),
  )
  const wanted = ({ id }: Clause): boolean => !leftOut.has(id)
  const monitored = monitoredClauses(contract)
  const watched = new Set(
    all.filter((clause) => wanted(clause) && monitored.has(clause.id)).map(({ operation }) => operation),
  )
  watched.delete('any')
  const driving = all.filter((clause) => wanted(clause) || watched.has(clause.operation))
  const own =
    shard === null ? new Set(driving.map(({ id }) => id)) : partOf(shard, driving, planned, costs, scopeOf)
  for (const { id } of all)
    if (!leftOut.has(id) && !own.has(id) && !monitored.has(id))
      leftOut.set(id, `${leftToAnotherReason}--shard ${shard?.index}/${shard?.count}`)
  return {
    clauses: new Set(all.map(({ id }) => id).filter((id) => !leftOut.has(id))),
    checks: planned.filter(({ clause }) => own.has(clause.id)),
    shared: shard === null ? new Set() : monitored,
    leftOut,
  }
}
