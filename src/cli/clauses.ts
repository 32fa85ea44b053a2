// `clauses`: the catalogue, and one clause with all that carries it.
import { dirname } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import { nearest } from '../base/nearest.ts'
import {
  type Clause,
  clausesOf,
  eachSchema,
  isShipped,
  loadRequirements,
  requirementsOf,
} from '../contract/index.ts'
import type { Environment } from '../environment.ts'
import { contractOf } from '../settings.ts'
import { tenantFaults } from '../tenant/index.ts'
import type { Terminal } from './terminal.ts'

/** Writes every clause: id, level, part, statement. */
export function listClauses(folder: string | undefined, environment: Environment, terminal: Terminal): void {
  const { clauses } = contractOf({ contract: folder }, environment)
  for (const clause of clauses.values()) terminal.write(`${line(clause)}\n`)
  terminal.write(`${clauses.size} clauses\n`)
}

/**
 * Writes one clause with its schema keywords, its suite and its seeded faults.
 * @throws ConfigurationError for an unknown id, with the nearest known one
 */
export async function explainClause(
  id: string,
  folder: string | undefined,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = contractOf({ contract: folder }, environment)
  const shipped = isShipped(contract)
  const clause = contract.clauses.get(id)
  if (clause === undefined) {
    const hint = nearest(id, [...contract.clauses.keys()])
    throw new ConfigurationError(
      `There is no clause "${id}"${hint === null ? '' : ` (did you mean ${hint}?)`}: \`tenant-conformance clauses\` lists them.`,
    )
  }
  const operation = contract.operations.get(clause.operation)
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
  // Of another contract nobody has restated the specification, and no reference tenant has faults.
  const faults = !shipped ? [] : (await tenantFaults()).filter(({ clauses }) => clauses.includes(id))
  const file = clause.concern === null ? clause.operation : `cross.${clause.concern}`
  const rows: (readonly [string, readonly string[]])[] = [
    ...(shipped ? [] : [['contract', [`${contract.name} ${contract.version} (${contract.title})`]] as const]),
    ['specification', clause.part === '' ? [] : [`part ${clause.part}`]],
    [
      'requirements',
      (shipped ? requirementsOf(id, loadRequirements()) : []).map(
        (requirement) => `${requirement.id} ${requirement.statement}`,
      ),
    ],
    [
      'operation',
      [operation === undefined ? 'any' : `${operation.method} ${operation.path} (${operation.title})`],
    ],
    [
      'schema',
      [clause.concern === null ? `schemas/operations/${file}.json` : `schemas/cross/${clause.concern}.json`],
    ],
    ['keywords', [...new Set(keywords)]],
    [
      'checked by',
      clause.unobservable === null
        ? [shipped ? `suites/${file}.ts, or its schema` : checkedBy(clause, keywords)]
        : [`nothing: ${clause.unobservable}`],
    ],
    [
      'unproven',
      shipped
        ? []
        : [
            `this contract brings no reference tenant: \`tenant-conformance verify-contract ${dirname(contract.folders.schemas)}\` tells what can be proven without one`,
          ],
    ],
    ['faults', faults.map(({ name, description }) => `${name}: ${description}`)],
  ]
  terminal.write(`${clause.id}\n    ${clause.level} ${clause.statement}\n`)
  for (const [label, values] of rows)
    for (const [index, value] of values.entries())
      terminal.write(`    ${(index === 0 ? label : '').padEnd(14)} ${value}\n`)
}

function checkedBy({ law }: Clause, keywords: readonly string[]): string {
  if (law !== null) return `the law ${law}`
  return keywords.length > 0 ? 'its keywords' : 'a suite of the contract'
}

function line({ id, level, part, statement }: Clause): string {
  return `${id}\n    ${level}${part === '' ? '' : `, part ${part}`}: ${statement}`
}
