// The terminal view of a report: failures first, then what has no answer, the counts and the outcome last.

import { causesOf } from '../model/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { describeCircumstances } from '../text/circumstances.ts'
import { incompleteInWords, scopeInWords } from '../text/outcome.ts'
import { counted, duration } from '../text/plain.ts'
import { visible } from '../text/visible.ts'
import { clauseLine, failureLines } from './failure.ts'
import { aftermathLines, coverageLines, gapLines, openPointLines, unansweredLines } from './section.ts'
import { type Paint, paint } from './style.ts'

export interface TerminalOptions {
  readonly color: boolean
  /** Every failure of a clause, every open point, every clause. */
  readonly verbose: boolean
  /** The failed clauses, one line each, and the outcome. */
  readonly quiet: boolean
  /** Columns; 110 unless given. */
  readonly width?: number
  /** The report files written, to be named at the end. */
  readonly files?: readonly string[]
}

const widthDefault = 110
const widthMin = 60

/** The report as text, with a line feed at its end. Control characters of the tenant are shown, never sent. */
export function terminalReport(report: Report, options: TerminalOptions): string {
  const colors = paint(options.color)
  const lines = options.quiet ? quietLines(report, colors) : fullLines(report, options, colors)
  return `${lines.join('\n')}\n`
}

function quietLines(report: Report, colors: Paint): string[] {
  return [
    ...report.clauses
      .filter(({ verdict, waived }) => verdict === 'fail' && waived === undefined)
      .map((clause) => clauseLine(clause, colors)),
    ...blockerLines(report),
    ...whyLines(report),
    outcomeLine(report, colors),
  ]
}

/** Why nothing could be checked, where that is so. */
function blockerLines({ clauses, summary }: Report): string[] {
  const reasons = new Set(
    clauses
      .filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-run')
      .map(({ reason }) => reason),
  )
  return summary.pass + summary.fail === 0 && reasons.size === 1
    ? [...reasons].map((reason) => visible(reason))
    : []
}

function fullLines(report: Report, options: TerminalOptions, colors: Paint): string[] {
  const { clauses, target } = report
  const { verbose, files = [] } = options
  const causes = causesOf(clauses)
  const context = {
    baseUrl: target.baseUrl,
    foreign: foreignContract(report) !== null,
    reportFile: visible(files.find((file) => file.endsWith('report.json')) ?? 'reports/report.json'),
    colors,
    width: Math.max(options.width ?? widthDefault, widthMin),
    all: verbose,
    causes,
  }
  const follows = ({ id }: ReportClause): number => (causes.leadOf(id) === null ? 0 : 1)
  const failed = clauses
    .filter(({ verdict }) => verdict === 'fail')
    .sort((one, other) => follows(one) - follows(other))
  const open = failed.filter(({ waived }) => waived === undefined)
  const group = (heading: string, group: typeof failed) =>
    group.length === 0
      ? []
      : ['', colors.bold(heading), ...group.flatMap((clause) => ['', ...failureLines(clause, context)])]
  const sections = [
    header(report, colors),
    ...(verbose ? ['', ...clauses.map((clause) => clauseLine(clause, colors))] : []),
    ...group(
      'Failures',
      open.filter(({ level }) => level === 'MUST'),
    ),
    ...unansweredLines(clauses, colors, verbose),
    ...group(
      'Deviations (failed SHOULDs)',
      open.filter(({ level }) => level === 'SHOULD'),
    ),
    ...group(
      'Waived failures',
      failed.filter(({ waived }) => waived !== undefined),
    ),
    ...gapLines(clauses, colors),
    ...openPointLines(report, colors, verbose),
    ...coverageLines(report, colors, verbose),
    ...aftermathLines(report, colors),
    '',
    countsLine(report, colors),
    trafficLine(report, colors),
    ...whyLines(report),
    outcomeLine(report, colors),
  ]
  return [
    ...sections,
    ...(files.length === 0 ? [] : [`Reports   ${files.map((file) => visible(file)).join('  ')}`]),
  ]
}

function header(report: Report, colors: Paint): string {
  const { tool, target, run } = report
  const contract = foreignContract(report)
  const profile = target.profile === null ? 'no profile' : `profile ${target.profile}`
  const where = target.embedded ? `${target.baseUrl} (embedded reference tenant)` : target.baseUrl
  const circumstances = describeCircumstances(run.options)
  return colors.dim(
    visible(
      [
        `${tool.name} ${tool.version}`,
        where,
        ...(contract === null ? [] : [contract]),
        profile,
        ...circumstances,
        `seed ${run.seed}`,
      ].join(' · '),
    ),
  )
}

/** "52 pass, 1 fail, …": only what there is. */
function countsLine({ summary, clauses }: Report, colors: Paint): string {
  const musts = summary.fail - summary.deviations
  const parts = [
    summary.pass > 0 && colors.green(`${summary.pass} passed`),
    musts > 0 && colors.red(`${musts} failed`),
    summary.deviations > 0 && colors.yellow(counted(summary.deviations, 'deviation')),
    summary.waived > 0 && colors.yellow(`${summary.waived} waived`),
    summary.gaps > 0 && counted(summary.gaps, 'gap'),
    summary.error > 0 && colors.magenta(counted(summary.error, 'error')),
    summary.inconclusive > 0 && colors.yellow(`${summary.inconclusive} inconclusive`),
    summary.notRun > 0 && `${summary.notRun} not run`,
    summary.notApplicable > 0 && `${summary.notApplicable} not applicable`,
    summary.outOfScope > 0 && `${summary.outOfScope} out of scope`,
  ]
  return `Clauses   ${counted(clauses.length, 'clause')}: ${parts.filter(Boolean).join(', ') || 'none judged'}`
}

function trafficLine({ traffic, run }: Report, colors: Paint): string {
  const waited =
    traffic.rateLimited > 0
      ? `, ${traffic.rateLimited} rate limited, ${duration(traffic.waitedMs)} waited`
      : ''
  return colors.dim(
    `Traffic   ${counted(traffic.requests, 'request')} (${counted(traffic.writes, 'write')})${waited} in ${duration(run.durationMs)}`,
  )
}

function whyLines(report: Report): string[] {
  const why = incompleteInWords(report)
  return why === null ? [] : [`Why       ${why}`]
}

function outcomeLine(report: Report, colors: Paint): string {
  const { outcome, run } = report
  const color = { conformant: colors.green, 'non-conformant': colors.red, incomplete: colors.yellow }[outcome]
  const how = [run.interrupted && 'interrupted', run.strict && 'strict'].filter(Boolean).join(', ')
  return `Outcome   ${color(colors.bold(outcome))}${how === '' ? '' : ` (${how})`} · ${visible(scopeInWords(report))}`
}
