// The command `clauses` lists all clauses, or explains one clause.

import { ConfigurationError } from '../base/error.ts'
import { counted } from '../base/text/counted.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { visible, visibleJson } from '../base/visible.ts'
import { type ClauseFacts, clauseFacts } from '../catalogue/clause-facts.ts'
import { type Clause, type Contract, isShipped } from '../contract/index.ts'
import { leftOutBy } from '../engine/index.ts'
import { partInWords } from '../report/index.ts'
import { resolveContract } from '../settings/contract.ts'
import type { Environment } from '../settings/environment.ts'
import { scopeOf } from '../settings/scope.ts'
import { documentLines } from './document-facts.ts'
import type { Terminal } from './terminal.ts'

export interface ClausesFlags {
  readonly contract?: string
  readonly only?: readonly string[]
  readonly format: 'text' | 'json' | 'markdown'
}

// The list contains only the clauses of the contract. A run also checks the clauses of its profile.
const noProfile = { name: 'none' }

/**
 * The schema of the JSON output is schemas/meta/clauses.json.
 * @throws ConfigurationError if `--only` selects no clause
 */
export async function listClauses(
  { format, ...flags }: ClausesFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = await resolveContract(flags, environment)
  const scope = scopeOf({ only: flags.only }, contract, noProfile)
  const clauses = [...contract.clauses.values()].filter((clause) => leftOutBy(clause, scope) === null)
  const texts = {
    text: () =>
      [
        ...documentLines(contract),
        ...clauses.map(line),
        clauses.length === contract.clauses.size
          ? `${counted(clauses.length, 'clause')} of the specification. A run adds the clauses of its profile.`
          : `${clauses.length} of ${counted(contract.clauses.size, 'clause')}.`,
      ].join('\n'),
    json: () => visibleJson(catalogueOf(contract, clauses)),
    markdown: () => markdownOf(contract, clauses),
  }
  terminal.write(`${texts[format]()}\n`)
}

export async function clauseIds(environment: Environment): Promise<readonly string[]> {
  return [...(await resolveContract({}, environment)).clauses.keys()]
}

function catalogueOf({ name, title, version, openapi }: Contract, clauses: readonly Clause[]): object {
  return {
    contract: { name, title, version },
    ...(openapi === null ? {} : { openapi }),
    clauses: clauses.map(({ id, level, part, operation, concern, statement, unobservable }) => ({
      id,
      level,
      part,
      operation,
      concern,
      statement,
      ...(unobservable === null ? {} : { unobservable }),
    })),
  }
}

function markdownOf({ title, version }: Contract, all: readonly Clause[]): string {
  const cell = (text: string): string => visible(text).replace(/[|\\<>*_`[\]]/g, '\\$&')
  const tables = [...new Set(all.map(({ operation }) => operation))].map((operation) =>
    [
      `## ${cell(operation)}`,
      '',
      '| clause | level | part | statement |',
      '|---|---|---|---|',
      ...all
        .filter((clause) => clause.operation === operation)
        .map(
          ({ id, level, part, statement }) => `| \`${id}\` | ${level} | ${cell(part)} | ${cell(statement)} |`,
        ),
    ].join('\n'),
  )
  return [`# Clauses of ${cell(title)} ${cell(version)}`, ...tables].join('\n\n')
}

/** @throws ConfigurationError for an unknown id; the error suggests the nearest known id */
export async function explainClause(
  id: string,
  folder: string | undefined,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const contract = await resolveContract({ contract: folder, only: [id] }, environment)
  const shipped = isShipped(contract)
  const clause = contract.clauses.get(id)
  if (clause === undefined)
    throw new ConfigurationError(
      `There is no clause "${id}"${didYouMean(id, [...contract.clauses.keys()])}: \`tenant-conformance clauses\` lists them.`,
    )
  const [facts] = await clauseFacts(contract, [clause])
  if (facts === undefined) throw new Error(`no facts about ${id}`)
  const { keywords, faults } = facts
  const rows: (readonly [string, readonly string[]])[] = [
    ...(shipped ? [] : [['contract', [`${contract.name} ${contract.version} (${contract.title})`]] as const]),
    ['specification', clause.part === '' ? [] : [partInWords(clause.part)]],
    ['requirements', facts.requirements],
    ['operation', [facts.operation ?? 'any']],
    ['schema', [facts.schema]],
    ['keywords', keywords],
    ['bounds', facts.cases],
    ['checked by', clause.unobservable === null ? checkedBy(facts) : [`nothing: ${clause.unobservable}`]],
    ['test values', facts.sources.adapter === null ? [] : [facts.sources.adapter]],
    [
      'fixtures',
      facts.sources.fixtures.map(({ name, place }) => (place === null ? name : `${name} (${place})`)),
    ],
    [
      'unproven',
      shipped
        ? []
        : [
            `this contract has no reference tenant: \`tenant-conformance verify-contract ${contract.folders.location}\` proves the clauses that a stub can prove`,
          ],
    ],
    ['finds faults', faults.map(({ name, description }) => `${name}: ${description}`)],
  ]
  terminal.write(`${visible(clause.id)}\n    ${clause.level} ${visible(clause.statement)}\n`)
  for (const [label, values] of rows)
    for (const [index, value] of values.entries())
      terminal.write(`    ${(index === 0 ? label : '').padEnd(14)} ${visible(value)}\n`)
}

function checkedBy({ clause: { law }, keywords, sources }: ClauseFacts): readonly string[] {
  const [first, ...others] = sources.checks
  const isInSuite = first === undefined ? keywords.length === 0 : first.startsWith('suites/')
  const carrier = law === null ? 'its keywords' : `the law ${law}`
  const by = isInSuite && (law === null || first !== undefined) ? 'a suite' : carrier
  return first === undefined ? [by] : [`${by}: ${first}`, ...others]
}

function line({ id, level, part, statement }: Clause): string {
  return `${visible(id)}\n    ${level}${part === '' ? '' : `, ${visible(partInWords(part))}`}: ${visible(statement)}`
}
