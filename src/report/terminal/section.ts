// The sections of the terminal report that follow the failures.
import type { Verdict } from '../../base/verdict.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { excuseInWords, leftoversInWords } from '../text/outcome.ts'
import { counted } from '../text/plain.ts'
import { visible } from '../text/visible.ts'
import { markOf, type Paint } from './style.ts'

const openPointsShownMax = 8
const leakedShownMax = 8

// More clauses with one reason are counted: they fill a screen and say no more.
const sameReasonShownMax = 40

/** Clauses without an answer, grouped by the reason, which says what to supply. */
export function unansweredLines(clauses: readonly ReportClause[], colors: Paint, verbose: boolean): string[] {
  const shown: readonly Verdict[] = verbose
    ? ['error', 'inconclusive', 'not-run', 'not-applicable']
    : ['error', 'inconclusive', 'not-run']
  return shown.flatMap((verdict) => {
    const group = clauses.filter((clause) => clause.verdict === verdict && resultOf(clause) !== 'gap')
    if (group.length === 0) return []
    const reasons = [...new Set(group.map(({ reason }) => reason))].sort(order)
    return [
      '',
      colors.bold(`${title(verdict)} (${group.length})`),
      ...reasons.flatMap((reason) => {
        const same = group.filter((clause) => clause.reason === reason)
        const lines = same.map(({ level, id }) => `      ${colors.dim(level.padEnd(7))}${visible(id)}`)
        const many = !verbose && same.length > sameReasonShownMax
        return [
          `  ${markOf(verdict, colors)} ${visible(reason || 'no reason given')}`,
          ...(many ? [colors.dim(`      ${same.length} clauses: --verbose lists them`)] : lines),
        ]
      }),
    ]
  })
}

/** What the profile says can't be observed, by its reasons, each with its last day. */
export function gapLines(clauses: readonly ReportClause[], colors: Paint): string[] {
  const gaps = clauses.filter((clause) => resultOf(clause) === 'gap')
  if (gaps.length === 0) return []
  const told = gaps.flatMap(({ gap }) => (gap === undefined ? [] : [excuseInWords(gap)]))
  return [
    '',
    colors.bold(`Gaps (${gaps.length}): the profile says that this tenant can't show them`),
    ...[...new Set(told)]
      .sort(order)
      .map(
        (one) =>
          `  ${markOf('gap', colors)} ${visible(one)}: ${counted(told.filter((other) => other === one).length, 'clause')}`,
      ),
  ]
}

/** What the specification leaves open: the unknown by name, all with `verbose`. */
export function openPointLines({ openPoints }: Report, colors: Paint, verbose: boolean): string[] {
  if (openPoints.length === 0) return []
  const count = (source: string) => openPoints.filter((point) => point.source === source).length
  const listed = verbose ? openPoints : openPoints.filter(({ source }) => source === 'unknown')
  const shown = verbose ? listed : listed.slice(0, openPointsShownMax)
  const rest = listed.length - shown.length
  return [
    '',
    `${colors.bold('Open points')} of the specification: ${count('declared')} declared, ${count('observed')} observed, ${count('unknown')} unknown`,
    ...shown.map(({ id, question, answer, source }) =>
      source === 'unknown'
        ? `  ? ${visible(id)}  ${colors.dim(visible(question))}`
        : `  · ${visible(id)}  ${visible(JSON.stringify(answer))}  ${colors.dim(source)}`,
    ),
    ...(rest > 0 ? [colors.dim(`  and ${rest} more in the report`)] : []),
  ]
}

/** How many constraints of the request schemas were tried on both sides. */
export function coverageLines({ coverage }: Report, colors: Paint, verbose: boolean): string[] {
  const { totals, constraints } = coverage
  if (totals.constraints === 0) return []
  const open = constraints.filter(({ inside, outside, reason }) =>
    verbose ? !(inside && outside) : !(inside && outside) && reason === null,
  )
  return [
    '',
    `${colors.bold('Constraints')} tried on both sides: ${totals.both} of ${totals.constraints}${
      totals.unexplained > 0 ? colors.yellow(`, ${totals.unexplained} without a known reason`) : ''
    }`,
    ...open.map(({ operation, pointer, keyword, inside, outside, reason }) => {
      const missing = [inside ? '' : 'inside', outside ? '' : 'outside'].filter(Boolean).join(' and ')
      return `  · ${visible(`${operation} ${pointer || '/'} ${keyword}`)}: ${missing} not tried ${colors.dim(visible(reason ?? ''))}`
    }),
  ]
}

/** What was left behind, and what the run noticed. */
export function aftermathLines({ resources, notes }: Report, colors: Paint): string[] {
  const leaked = resources.leaked.filter(({ excused }) => excused === undefined)
  const shown = leaked.slice(0, leakedShownMax)
  return [
    ...(leaked.length === 0
      ? []
      : [
          '',
          colors.red(`Left behind: ${counted(leaked.length, 'resource')} could not be removed`),
          ...shown.map(({ kind, id }) => `  · ${visible(kind)} ${visible(id)}`),
          ...(leaked.length > shown.length
            ? [colors.dim(`  and ${leaked.length - shown.length} more in the report`)]
            : []),
        ]),
    ...leftoversInWords(resources).map((line) => colors.dim(visible(line))),
    ...(notes.length === 0 ? [] : ['', colors.bold('Notes'), ...notes.map((note) => `  · ${visible(note)}`)]),
  ]
}

function title(verdict: Verdict): string {
  const titles: Partial<Record<Verdict, string>> = {
    error: 'Errors of the checker',
    inconclusive: 'Inconclusive',
    'not-run': 'Not run',
    'not-applicable': 'Not applicable',
  }
  return titles[verdict] ?? verdict
}
