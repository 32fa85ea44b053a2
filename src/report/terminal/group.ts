// Failures grouped by their probable causes: some leading ones in full, the others in a line each.
import type { ReportClause } from '../model/report.ts'
import { counted } from '../text/plain.ts'
import { briefLine, type FailureContext, failureLines } from './failure.ts'

// What is told in full fills half a screen.
const fullMax = 3
const briefMax = 12

export interface FailureSections {
  /** What makes the tenant non-conformant. */
  readonly failures: readonly string[]
  /** What is waived, and failed SHOULDs. */
  readonly others: readonly string[]
}

/**
 * The failed clauses under their headings, in each what explains most last: next to the prompt. What probably follows from
 * another failure is told with that one.
 */
export function failureSections(clauses: readonly ReportClause[], context: FailureContext): FailureSections {
  const failed = clauses.filter(({ verdict }) => verdict === 'fail')
  const open = failed.filter(({ waived }) => waived === undefined)
  let room = fullMax
  const section = (heading: string, group: readonly ReportClause[], places = room): string[] => {
    const leading = context.all ? group : byWeight(group, context)
    const mayLead = leading.filter(({ id }) => context.causes.leadOf(id) === null).slice(0, places)
    const full = context.all ? leading : mayLead
    room -= full.length
    return sectionLines(heading, group.length, full, leading.slice(full.length), context)
  }
  const failures = section(
    'Failures',
    open.filter(({ level }) => level === 'MUST'),
  )
  const deviations = section(
    'Deviations (failed SHOULDs)',
    open.filter(({ level }) => level === 'SHOULD'),
  )
  const waived = section(
    'Waived failures',
    failed.filter((clause) => clause.waived !== undefined),
    0,
  )
  return { failures, others: [...waived, ...deviations] }
}

/** Those that lead, the one that explains most first, and then those whose cause stands in another section. */
function byWeight(group: readonly ReportClause[], { causes }: FailureContext): readonly ReportClause[] {
  const weight = ({ id }: ReportClause): number =>
    causes.leadOf(id) === null ? causes.followersOf(id).length : -1
  const inGroup = new Set(group.map(({ id }) => id))
  return group
    .filter(({ id }) => !inGroup.has(causes.leadOf(id) ?? ''))
    .sort((one, other) => weight(other) - weight(one))
}

function sectionLines(
  heading: string,
  total: number,
  full: readonly ReportClause[],
  brief: readonly ReportClause[],
  context: FailureContext,
): string[] {
  if (total === 0) return []
  const { colors, reportFile } = context
  const shown = brief.slice(0, briefMax)
  const rest = brief.length - shown.length
  const causes = full.length + brief.length
  const of = causes < total ? `, of probably ${counted(causes, 'cause')}` : ''
  return [
    '',
    colors.bold(total === 1 ? heading : `${heading} (${total}${of})`),
    ...(brief.length === 0 ? [] : ['']),
    ...(rest > 0 ? [colors.dim(`  ${rest} more: --verbose, or ${reportFile}`)] : []),
    ...shown.toReversed().map((clause) => briefLine(clause, context)),
    ...full.toReversed().flatMap((clause) => ['', ...failureLines(clause, context)]),
  ]
}
