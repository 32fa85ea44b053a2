// What is known of a clause: where it stands, what carries it, what judges it, what breaks it.

import {
  type Clause,
  type Contract,
  clausesOf,
  eachSchema,
  isShipped,
  loadRequirements,
  requirementsOf,
} from '../contract/index.ts'
import { type Fault, tenantFaults } from '../tenant/index.ts'
import { type ClauseSources, sourcesOf } from './clause-sources.ts'

export interface ClauseFacts {
  readonly clause: Clause
  /** Method, path and title; null for a clause of no operation in particular. */
  readonly operation: string | null
  /** Number and words of each statement of the specification that it rests on; empty for another contract than ours. */
  readonly requirements: readonly string[]
  /** Its file below the folder of the contract. */
  readonly schema: string
  /** Each keyword that carries it: of which side, and its value. */
  readonly keywords: readonly string[]
  readonly sources: ClauseSources
  /** Of another contract than ours there are none. */
  readonly faults: readonly Fault[]
}

/** The facts of every clause of the contract, in the order of the catalogue. */
export async function clauseFacts(contract: Contract): Promise<readonly ClauseFacts[]> {
  // Of another contract nobody has restated the specification, and no reference tenant has faults.
  const shipped = isShipped(contract)
  const faults = shipped ? await tenantFaults() : []
  const requirements = shipped ? loadRequirements() : []
  return [...contract.clauses.values()].map((clause) => {
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
      sources: sourcesOf(clause, contract),
      faults: faults.filter(({ clauses }) => clauses.includes(id)),
    }
  })
}

function keywordsOf({ id, operation: name }: Clause, contract: Contract): readonly string[] {
  const operation = contract.operations.get(name)
  const keywords: string[] = []
  for (const [side, schema] of [
    ['request', operation?.request],
    ['response', operation?.response],
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
