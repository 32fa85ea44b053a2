// Reads the source lines of checks and fixtures from the file that scripts/sources.mjs writes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readInput } from '../base/files/input-file.ts'
import { matchesGlob } from '../base/glob.ts'
import { codeRoot } from '../base/package-root.ts'
import { type Clause, type Contract, isShipped } from '../contract/index.ts'
import {
  closure,
  derivedClauses,
  type FixtureGraph,
  fixtureIn,
  isSupplied,
  monitoredClauses,
  parameterClauses,
} from '../engine/index.ts'

type RuleCase = 'withAdapter' | 'preProvisioned' | 'otherwise'

/** Locations are relative to the repository, for example `suites/event-streams.update.ts:44`. */
export interface Sources {
  /**
   * Keys are clause ids, or `concern:name`. The first value is the check, the others are functions that it
   * calls.
   */
  readonly checks: Readonly<Record<string, readonly string[]>>
  readonly rules: Readonly<Record<string, Readonly<Partial<Record<RuleCase, readonly string[]>>>>>
  /** Functions of the suite that judge all responses of an operation, by operation. */
  readonly watches: Readonly<Record<string, readonly string[]>>
  readonly adapters: Readonly<Record<string, string>>
  /** In a name, `*` stands for any text. */
  readonly fixtures: readonly { readonly name: string; readonly place: string }[]
}

export interface ClauseSources {
  readonly checks: readonly string[]
  /** Null if the run makes the request bodies from the schema. */
  readonly adapter: string | null
  /** The place is null if a suite of another contract declares the fixture. */
  readonly fixtures: readonly { readonly name: string; readonly place: string | null }[]
}

export function loadSources(file = join(codeRoot, 'sources.json')): Sources | null {
  return existsSync(file) ? (JSON.parse(readInput(file)) as Sources) : null
}

export function sourcesOf(
  clause: Clause,
  contract: Contract,
  sources: Sources | null,
  graph: FixtureGraph,
): ClauseSources {
  if (sources === null) return { checks: [], adapter: null, fixtures: [] }
  return {
    checks: checksOf(clause, contract, sources),
    adapter: adapterOf(clause, contract, sources),
    fixtures: fixturesOf(clause, graph).map((name) => ({
      name,
      place: sources.fixtures.find((one) => matchesGlob(name, one.name))?.place ?? null,
    })),
  }
}

function checksOf(clause: Clause, contract: Contract, sources: Sources): readonly string[] {
  const { checks, rules, watches } = sources
  const { id, concern, name, law } = clause
  const suite = isShipped(contract) ? (checks[id] ?? checks[`${concern}:${name}`] ?? []) : []
  const operation = contract.operations.get(clause.operation)
  const isDerived =
    operation !== undefined && (derivedClauses(operation).has(id) || parameterClauses(operation).has(id))
  const rule = law === null ? {} : (rules[law] ?? {})
  return [
    // A check of the suite replaces the rule.
    ...(suite.length > 0 ? suite : functionsOf(rule, ruleCaseOf(clause, contract, sources))),
    ...(suite.length > 0 && concern === null ? (watches[clause.operation] ?? []) : []),
    ...(isDerived ? ['src/engine/checks/derived.ts'] : []),
    ...(monitoredClauses(contract).has(id) ? ['src/engine/watch/monitor.ts'] : []),
  ]
}

function ruleCaseOf(clause: Clause, contract: Contract, sources: Sources): RuleCase {
  const operation = contract.operations.get(clause.operation)
  const resource = contract.resources.get(operation?.resource ?? '')
  if (resource !== undefined && isSupplied(resource)) return 'preProvisioned'
  const isAdapted = operation?.act === 'update' && adapterOf(clause, contract, sources) !== null
  return isAdapted ? 'withAdapter' : 'otherwise'
}

function adapterOf({ operation }: Clause, contract: Contract, { adapters }: Sources): string | null {
  const resource = contract.operations.get(operation)?.resource
  return isShipped(contract) && resource != null ? (adapters[resource] ?? null) : null
}

function functionsOf(choice: Sources['rules'][string], ruleCase: RuleCase): readonly string[] {
  return choice[ruleCase] ?? choice.otherwise ?? []
}

function fixturesOf({ id }: Clause, graph: FixtureGraph): readonly string[] {
  const scopes = [...graph.keys()].filter((scope) => scope.startsWith(`${id} `))
  return [...closure(scopes, graph)].map(fixtureIn).filter((name) => name !== null)
}
