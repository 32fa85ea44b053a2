// Writes the sections of the terminal report, except the failures.

import { counted } from '../../base/text/counted.ts'
import type { Verdict } from '../../base/verdict.ts'
import { visible } from '../../base/visible.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { sourcesInWords } from '../text/answer-source.ts'
import { hanging, wrapped } from '../text/columns.ts'
import { leftBehind, searchesInWords, searchHeading } from '../text/leftovers.ts'
import { excuseInWords, leftoversInWords } from '../text/outcome.ts'
import { headings } from '../text/result.ts'
import { markOf, type Paint } from './style.ts'

export interface SectionStyle {
  readonly colors: Paint
  readonly width: number
  readonly verbose: boolean
}

const openPointsShownMax = 3
const constraintsShownMax = 3
const leftShownMax = 3
const reasonsShownMax = 6
const reasonsBesideFailuresMax = 2
const namedMax = 2

export function unansweredLines(clauses: readonly ReportClause[], style: SectionStyle): string[] {
  const { colors, verbose } = style
  const shown: readonly Verdict[] = verbose
    ? ['not-applicable', 'not-run', 'inconclusive', 'error']
    : ['not-run', 'inconclusive', 'error']
  const all = shown.map((verdict) => ({ verdict, reasons: byReason(clauses, verdict) }))
  const isFailed = clauses.some(
    (one) => one.verdict === 'fail' && one.level === 'MUST' && one.waived === undefined,
  )
  const shownMax = isFailed ? reasonsBesideFailuresMax : reasonsShownMax
  const alone = all.reduce((sum, { reasons }) => sum + reasons.length, 0) === 1
  return all.flatMap(({ verdict, reasons }) => {
    if (reasons.length === 0) return []
    const listed = verbose ? reasons : reasons.slice(-shownMax)
    const others = reasons.slice(0, reasons.length - listed.length).flatMap(({ of }) => of)
    const count = reasons.reduce((sum, { of }) => sum + of.length, 0)
    return [
      '',
      colors.bold(`${headings[verdict]} (${count})`),
      ...(others.length === 0
        ? []
        : [
            colors.dim(
              `    ${counted(others.length, 'clause')} for ${counted(reasons.length - listed.length, 'other reason')}: --verbose, or the report`,
            ),
          ]),
      ...listed.flatMap((one) => reasonLines(verdict, one, alone, style)),
    ]
  })
}

interface Reason {
  readonly reason: string
  readonly of: readonly ReportClause[]
}

function byReason(clauses: readonly ReportClause[], verdict: Verdict): readonly Reason[] {
  const group = clauses.filter((clause) => clause.verdict === verdict && resultOf(clause) !== 'gap')
  return [...new Set(group.map(({ reason }) => reason))]
    .sort(order)
    .map((reason) => ({ reason, of: group.filter((clause) => clause.reason === reason) }))
    .sort((one, other) => one.of.length - other.of.length)
}

function reasonLines(
  verdict: Verdict,
  { reason, of }: Reason,
  alone: boolean,
  { colors, width, verbose }: SectionStyle,
): string[] {
  const named = of.length <= namedMax
  const ids = of.map(({ id }) => id).join(', ')
  const text = visible(reason || 'no reason given')
  const start = `  ${markOf(verdict, colors)} `
  if (verbose)
    return [
      ...hanging(start, text, width),
      ...of.map(({ level, id }) => `      ${colors.dim(level.padEnd(7))}${visible(id)}`),
    ]
  return [
    ...hanging(start, `${text} (${named ? visible(ids) : counted(of.length, 'clause')})`, width),
    ...(alone && !named
      ? hanging('    ', visible(operationsOf(of)), width).map((line) => colors.dim(line))
      : []),
  ]
}

function operationsOf(clauses: readonly ReportClause[]): string {
  const counts = new Map<string, number>()
  for (const { operation } of clauses) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([operation, count]) => `${operation} ${count}`)
    .join(', ')
}

export function gapLines(clauses: readonly ReportClause[], { colors, width }: SectionStyle): string[] {
  const gaps = clauses.filter((clause) => resultOf(clause) === 'gap')
  if (gaps.length === 0) return []
  const excuses = gaps.flatMap(({ gap }) => (gap === undefined ? [] : [excuseInWords(gap)]))
  const reasons = [...new Set(excuses)].sort(order)
  const count = (reason: string): number => excuses.filter((one) => one === reason).length
  return [
    '',
    ...wrapped(
      colors.bold(
        `Gaps (${gaps.length}): the profile declares that these clauses cannot be judged for this tenant`,
      ),
      width,
    ),
    ...reasons.flatMap((reason) =>
      hanging(
        `  ${markOf('gap', colors)} `,
        `${visible(reason)}: ${counted(count(reason), 'clause')}`,
        width,
      ),
    ),
  ]
}

export function openPointLines({ openPoints }: Report, { colors, width, verbose }: SectionStyle): string[] {
  if (openPoints.length === 0) return []
  const count = (source: string) => openPoints.filter((point) => point.source === source).length
  const unknown = openPoints.filter(({ source }) => source === 'unknown')
  const few = unknown.length <= openPointsShownMax
  const shown = verbose ? openPoints : few ? unknown : []
  const counts = `of the specification: the profile answers ${count('declared')}, the responses answer ${count('observed')}, ${unknown.length} ${unknown.length === 1 ? 'has' : 'have'} no answer`
  return [
    '',
    ...wrapped(
      `${colors.bold('Open points')} ${counts}${verbose || few ? '' : ' (--verbose names them)'}`,
      width,
    ),
    ...shown.flatMap(({ id, question, answer, source }) =>
      source === 'unknown'
        ? hanging('  ? ', `${visible(id)}  ${visible(question)}`, width)
        : hanging(
            '  · ',
            `${visible(id)}  ${visible(JSON.stringify(answer))}  ${sourcesInWords[source]}`,
            width,
          ),
    ),
  ]
}

export function coverageLines({ coverage }: Report, { colors, width, verbose }: SectionStyle): string[] {
  const { totals, constraints } = coverage
  if (totals.constraints === 0) return []
  const open = constraints.filter(({ inside, outside, reason }) =>
    verbose ? !(inside && outside) : !(inside && outside) && reason === null,
  )
  const shown = verbose ? open : open.slice(0, constraintsShownMax)
  const explained = totals.constraints - totals.both - totals.unexplained
  return [
    '',
    ...wrapped(
      `${colors.bold('Schema keywords')} of requests, such as maxLength: ${totals.both} of ${totals.constraints} tested with a valid and an invalid value${
        totals.unexplained > 0
          ? colors.yellow(`; ${totals.unexplained} not tested, for an unknown reason`)
          : ''
      }${explained > 0 && !verbose ? ` (--verbose lists the other ${explained})` : ''}`,
      width,
    ),
    ...shown.flatMap(({ operation, pointer, keyword, inside, outside, reason }) => {
      const missing = [inside ? '' : 'valid value', outside ? '' : 'invalid value']
        .filter(Boolean)
        .join(' and ')
      const what = `${operation} ${pointer || '/'} ${keyword}: ${missing} not tested`
      return hanging('  · ', visible(reason === null ? what : `${what} (${reason})`), width)
    }),
    ...(shown.length < open.length
      ? [colors.dim(`  and ${open.length - shown.length} more: --verbose`)]
      : []),
  ]
}

export function aftermathLines(
  { resources, notes }: Report,
  { colors, width, verbose }: SectionStyle,
): string[] {
  const leaked = leftBehind(resources)
  const searches = searchesInWords(resources)
  const shown = verbose ? leaked : leaked.slice(0, leftShownMax)
  const rest = leaked.length - shown.length
  return [
    ...(leaked.length === 0
      ? []
      : [
          '',
          ...wrapped(`Left behind: ${counted(leaked.length, 'resource')} could not be removed`, width).map(
            (line) => colors.red(line),
          ),
          ...shown.flatMap(({ kind, id }) => hanging('  · ', `${visible(kind)} ${visible(id)}`, width)),
          ...(rest > 0 ? [colors.dim(`  and ${rest} more in the report`)] : []),
        ]),
    ...(searches.length === 0
      ? []
      : [
          '',
          ...wrapped(searchHeading(resources), width).map((line) => colors.red(line)),
          ...searches.flatMap((line) => hanging('  · ', visible(line), width)),
        ]),
    ...leftoversInWords(resources).flatMap((line) =>
      wrapped(visible(line), width).map((text) => colors.dim(text)),
    ),
    ...(notes.length === 0
      ? []
      : ['', colors.bold('Notes'), ...notes.flatMap((note) => hanging('  · ', visible(note), width))]),
  ]
}
