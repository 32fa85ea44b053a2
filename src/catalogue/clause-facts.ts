// Collects all facts about a clause, for example its operation, its checks and its faults.
import { ConfigurationError } from '../base/error.ts'
import {
  type Clause,
  type Contract,
  clausesOf,
  eachSchema,
  isShipped,
  loadRequirements,
  requirementsOf,
  successSchemas,
} from '../contract/index.ts'
import { fixtureGraph, loadSuites, planChecks } from '../engine/index.ts'
import { type Fault, tenantFaults } from '../tenant/index.ts'
import { casesOf } from './clause-cases.ts'
import { type ClauseSources, loadSources, sourcesOf } from './clause-sources.ts'

export interface ClauseFacts {
  readonly clause: Clause
  /** Method, path and title of the operation. Null if the clause concerns several operations. */
  readonly operation: string | null
  /** Empty for contracts that are not shipped with this package. */
  readonly requirements: readonly string[]
  readonly schema: string
  readonly keywords: readonly string[]
  readonly cases: readonly string[]
  readonly sources: ClauseSources
  readonly faults: readonly Fault[]
}

export async function clauseFacts(
  contract: Contract,
  clauses: Iterable<Clause> = contract.clauses.values(),
): Promise<readonly ClauseFacts[]> {
  const shipped = isShipped(contract)
  const faults = shipped ? await tenantFaults() : []
  const requirements = shipped ? loadRequirements() : []
  const sources = loadSources()
  const graph = fixtureGraph(contract, planChecks(contract, await suitesOf(contract)))
  return [...clauses].map((clause) => {
    const { id, concern } = clause
    const operation = contract.operations.get(clause.operation)
    const file = concern === null ? clause.operation : `cross.${concern}`
    return {
      clause,
      operation:
        operation === undefined ? null : `${operation.method} ${operation.path} (${operation.title})`,
      requirements: requirementsOf(id, requirements).map((one) => `${one.id} ${one.statement}`),
      schema: concern === null ? `schemas/operations/${file}.json` : `schemas/cross/${concern}.json`,
      keywords: keywordsOf(clause, contract),
      cases: casesOf(clause, contract),
      sources: sourcesOf(clause, contract, sources, graph),
      faults: faults.filter(({ clauses }) => clauses.includes(id)),
    }
  })
}

/** Invalid suites have no facts: `verify-contract` reports their errors. */
async function suitesOf(contract: Contract): ReturnType<typeof loadSuites> {
  return loadSuites(contract).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return []
    throw error
  })
}

function keywordsOf({ id, operation: name }: Clause, contract: Contract): readonly string[] {
  const operation = contract.operations.get(name)
  const keywords: string[] = []
  for (const [side, schema] of [
    ['request', operation?.request],
    ...(operation === undefined ? [] : successSchemas(operation)).map(
      (schema) => ['response', schema] as const,
    ),
    ...(operation?.parameters ?? []).map(
      (parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter.schema] as const,
    ),
  ] as const)
    if (schema != null)
      eachSchema(schema, (node) => {
        for (const [keyword, carried] of Object.entries(clausesOf(node)))
          if (carried === id) keywords.push(`${side}: ${keyword} ${JSON.stringify(node[keyword] ?? null)}`)
      })
  return [...new Set(keywords)]
}
