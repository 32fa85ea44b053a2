// Writes the generated part of docs/requirements.md.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../base/package-root.ts'
import { counted } from '../base/text/counted.ts'
import {
  type Contract,
  idsMatching,
  loadContract,
  loadRequirements,
  partOf,
  type Requirement,
} from '../contract/index.ts'
import { type Fault, tenantFaults } from '../tenant/index.ts'
import { withGenerated } from './generated-part.ts'

const faultsShownMax = 3

const titles: Readonly<Record<string, string>> = {
  '0': 'Before part 1',
  '1': 'Part 1, the service',
  '2.1': 'Part 2.1, rate limit policies',
  '2.2': 'Part 2.2, phone templates',
  '2.3': 'Part 2.3, signing keys',
  '2.4': 'Part 2.4, event streams',
  '3': 'Part 3, states',
  '4': 'Part 4, operations',
  '4.1': 'Part 4.1, delete a policy',
  '4.2': 'Part 4.2, replace the templates',
  '4.3': 'Part 4.3, read the keys',
  '4.4': 'Part 4.4, create a stream',
  '4.5': 'Part 4.5, update a stream',
  '5': 'Part 5, authentication',
  '6': 'Part 6, events',
  '7': 'Part 7, errors',
  '8': 'Part 8, limits',
  '9': 'Part 9, versions',
}

export async function requirementsPage(): Promise<string> {
  const contract = loadContract()
  const requirements = loadRequirements()
  const faults = await tenantFaults()
  const parts = [...new Set(requirements.map(partOf))]
  const sections = parts.map((part) => {
    const rows = requirements
      .filter((requirement) => partOf(requirement) === part)
      .map((requirement) => rowOf(requirement, contract, faults))
    return `## ${titles[part] ?? `Part ${part}`}\n\n| | statement | judged by | proved by |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${summaryOf(requirements, contract)}\n\n${sections.join('\n')}`
}

/** @throws Error if the page does not contain the marks of the generated part */
export function withRequirements(page: string, generated: string): string {
  return withGenerated(page, 'requirements', generated)
}

function summaryOf(requirements: readonly Requirement[], contract: Contract): string {
  const count = (key: keyof Requirement): number =>
    requirements.filter((requirement) => requirement[key] !== undefined).length
  return [
    `There are ${counted(requirements.length, 'statement')}. ${counted(contract.clauses.size, 'clause')} judge ${counted(count('clauses'), 'statement')}.`,
    `${counted(count('openPoints'), 'statement')} leave ${counted(contract.openPoints.length, 'point')} open.`,
    `The run does not judge ${counted(count('decision'), 'statement')} because of a decision.`,
    `In ${counted(count('context'), 'statement')}, there is nothing to judge.`,
  ].join(' ')
}

function rowOf(requirement: Requirement, contract: Contract, faults: readonly Fault[]): string {
  const { id, statement, clauses = [], openPoints = [], context, decision } = requirement
  const ids = [...new Set(clauses.flatMap((name) => idsMatching(name, contract.clauses.keys())))]
  const judged =
    context !== undefined
      ? [`nothing to judge: ${context}`]
      : decision !== undefined
        ? [`not judged: [decision ${decision}](decisions/${recordOf(decision)})`]
        : [...openPoints.map((point) => `open: ${point}`), ...groupsOf(ids, contract)]
  return `| ${[id, statement, judged.join('<br>'), proofOf(ids, contract, faults)].map(cell).join(' | ')} |`
}

function groupsOf(ids: readonly string[], { clauses }: Contract): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const id of ids) {
    const clause = clauses.get(id)
    if (clause === undefined) continue
    const key = `.${clause.name} (${clause.level}${clause.unobservable === null ? '' : ', no response can show it'})`
    groups.set(key, [...(groups.get(key) ?? []), clause.operation])
  }
  return [...groups].map(([name, operations]) =>
    operations.length > 1 ? `${operations.join(', ')}: ${name.slice(1)}` : `${operations[0]}${name}`,
  )
}

function proofOf(ids: readonly string[], { clauses }: Contract, faults: readonly Fault[]): string {
  const owned = faults.filter(({ clauses: [owner = ''] }) => ids.includes(owner)).map(({ name }) => name)
  if (owned.length === 0)
    return ids.some((id) => clauses.get(id)?.unobservable === null) ? 'no fault yet' : ''
  const shown = owned.slice(0, faultsShownMax).join(', ')
  return `${owned.length}: ${shown}${owned.length > faultsShownMax ? ' …' : ''}`
}

function recordOf(decision: string): string {
  const files = readdirSync(join(packageRoot, 'docs/decisions'))
  return files.find((file) => file.startsWith(`${decision}-`)) ?? ''
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
