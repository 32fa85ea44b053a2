// Prints failures by cause: a block for the first clause of a group, and lines for the others.

import { counted } from '../../base/text/counted.ts'
import { countingGroups } from '../causes/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { headings } from '../text/result.ts'
import { briefLine, type FailureContext, failureLines } from './failure.ts'

const fullMax = 10

export interface FailureSections {
  readonly failures: readonly string[]
  readonly others: readonly string[]
}

type Group = FailureContext['causes']['groups'][number]

/** Prints the largest group last, next to the prompt. */
export function failureSections(context: FailureContext): FailureSections {
  const { all, causes } = context
  const open = countingGroups(causes)
  const short = !all && open.length > fullMax
  const block = ([lead, ...followers]: Group): string[] => [
    '',
    ...failureLines(lead, followers, context, short),
    ...(all ? followers.flatMap((clause) => ['', ...failureLines(clause, [], context, false)]) : []),
  ]
  const section = (heading: string, groups: readonly Group[]): string[] => {
    if (groups.length === 0) return []
    const blocks = groups.toSorted((a, b) => a.length - b.length).flatMap(block)
    return ['', context.colors.bold(`${heading}${inNumbers(groups)}`), ...blocks]
  }
  const failures = section(
    'Failures',
    open.filter((group) => group.some(({ level }) => level === 'MUST')),
  )
  const deviations = section(
    headings.deviation,
    open.filter((group) => group.every(({ level }) => level === 'SHOULD')),
  )
  const waived = causes.groups.filter(([lead]) => lead.waived !== undefined)
  return {
    failures: [...failures, ...(short ? ['', context.colors.dim(restOf(context))] : [])],
    others: [
      ...(all ? section(headings.waived, waived) : waivedLines(waived.flat(), context)),
      ...deviations,
    ],
  }
}

function inNumbers(groups: readonly Group[]): string {
  const total = groups.flat().length
  if (total === 1) return ''
  if (total === groups.length) return ` (${total})`
  return ` (${total}, in ${counted(groups.length, 'group')})`
}

function restOf({ reportFile }: FailureContext): string {
  return `Controls and commands to reproduce them: --verbose, or ${reportFile}`
}

function waivedLines(clauses: readonly ReportClause[], context: FailureContext): string[] {
  if (clauses.length === 0) return []
  const heading = clauses.length === 1 ? headings.waived : `${headings.waived} (${clauses.length})`
  return ['', context.colors.bold(heading), '', ...clauses.map((clause) => briefLine(clause, context))]
}
