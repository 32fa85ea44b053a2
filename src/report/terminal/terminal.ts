// Writes the terminal report, with the most important parts last, next to the prompt.

import { counted } from '../../base/text/counted.ts'
import { visible } from '../../base/visible.ts'
import { causesOf } from '../causes/causes.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { clauseKinds, worseInWords } from '../text/changes.ts'
import { describeCircumstances } from '../text/circumstances.ts'
import { flowing, hanging } from '../text/columns.ts'
import { depthInWords } from '../text/depth.ts'
import { clausesInWords, scopeInWords, whyInWords } from '../text/outcome.ts'
import { duration } from '../text/plain.ts'
import { clauseLine } from './failure.ts'
import { failureSections } from './group.ts'
import { aftermathLines, coverageLines, gapLines, openPointLines, unansweredLines } from './section.ts'
import { type Paint, paint } from './style.ts'

export interface TerminalOptions {
  readonly color: boolean
  readonly verbose: boolean
  readonly quiet: boolean
  readonly screen?: boolean
  /** The width in columns. The default is 110. */
  readonly width?: number
  readonly files?: readonly string[]
  readonly contract?: string | undefined
}

const widthDefault = 110
const widthMin = 40
const widthMax = 200
const labelWidth = 10

/** Escapes control characters in texts of tenants. */
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
  const width = Math.min(Math.max(options.width ?? widthDefault, widthMin), widthMax)
  const style = { colors, width, verbose }
  const context = {
    baseUrl: target.baseUrl,
    contract: foreignContract(report) === null ? null : (options.contract ?? 'DIR'),
    reportFile: visible(files.find((file) => file.endsWith('report.json')) ?? 'reports/report.json'),
    colors,
    width,
    screen: options.screen ?? false,
    all: verbose,
    causes: causesOf(clauses),
  }
  const { failures, others } = failureSections(context)
  return [
    ...header(report, width).map((line) => colors.dim(line)),
    ...(verbose ? ['', ...clauses.map((clause) => clauseLine(clause, colors))] : []),
    ...(verbose || isObserved(report)
      ? [...openPointLines(report, style), ...coverageLines(report, style)]
      : []),
    ...aftermathLines(report, style),
    ...gapLines(clauses, style),
    ...others,
    ...unansweredLines(clauses, style),
    ...failures,
    '',
    ...[
      countsLine(report, colors),
      ...sinceLines(report, colors),
      trafficLine(report, colors),
      ...depthLines(report),
      ...(files.length === 0 ? [] : [`Reports   ${files.map((file) => visible(file)).join('  ')}`]),
    ].flatMap((line) => hanging(line.slice(0, labelWidth), line.slice(labelWidth), width)),
    // These lines are wrapped only on a screen, because users search files for complete lines.
    ...[...whyLines(report), outcomeLine(report, colors)].flatMap((line) =>
      context.screen ? hanging(line.slice(0, labelWidth), line.slice(labelWidth), width) : [line],
    ),
  ]
}

function isObserved({ summary }: Report): boolean {
  return summary.pass + summary.fail + summary.waived > 0
}

function header(report: Report, width: number): string[] {
  const { tool, target, run } = report
  const contract = foreignContract(report)
  const profile = target.profile === null ? 'no profile' : `profile ${target.profile}`
  const where = target.embedded ? `${target.baseUrl} (embedded reference tenant)` : target.baseUrl
  const parts = [
    `${tool.name} ${tool.version}`,
    where,
    ...(contract === null ? [] : [contract]),
    profile,
    ...describeCircumstances(run.options),
    `seed ${run.seed}`,
  ]
  return flowing(
    parts.map((part) => visible(part)),
    ' · ',
    width,
  )
}

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
    summary.outOfScope > 0 && `${summary.outOfScope} not selected`,
  ]
  return `Clauses   ${clausesInWords(clauses)}: ${parts.filter(Boolean).join(', ') || 'none judged'}`
}

function sinceLines({ baseline }: Report, colors: Paint): string[] {
  if (baseline === undefined) return []
  const { changes, file, startedAt } = baseline
  const worse = worseInWords(changes)
  const changed = clauseKinds.flatMap(([kind, heading]) =>
    changes[kind].length === 0 ? [] : [`${changes[kind].length} ${heading.toLowerCase()}`],
  )
  const parts = [
    ...(worse === null ? [] : [colors.red(`worse, as ${worse}`)]),
    changed.join(', ') || 'no clause changed',
  ]
  return [`Since     ${visible(file)} of ${startedAt.slice(0, 10)}: ${parts.join('; ')}`]
}

function trafficLine({ traffic, run }: Report, colors: Paint): string {
  const waited =
    traffic.rateLimited > 0
      ? `, ${traffic.rateLimited} rate limited, ${duration(traffic.waitedMs)} waited`
      : ''
  return `Traffic   ${colors.dim(
    `${counted(traffic.requests, 'request')} (${counted(traffic.writes, 'write')})${waited} in ${duration(run.durationMs)}`,
  )}`
}

function depthLines({ run }: Report): string[] {
  return run.depth === undefined ? [] : [`Depth     ${visible(depthInWords(run.depth))}`]
}

function whyLines(report: Report): string[] {
  const why = whyInWords(report)
  return why === null ? [] : [`Why       ${visible(why)}`]
}

function outcomeLine(report: Report, colors: Paint): string {
  const { outcome, run } = report
  const color = { conformant: colors.green, 'non-conformant': colors.red, incomplete: colors.yellow }[outcome]
  const how = [run.interrupted && 'interrupted', run.strict && 'strict'].filter(Boolean).join(', ')
  return `Outcome   ${color(colors.bold(outcome))}${how === '' ? '' : ` (${how})`} · ${visible(scopeInWords(report))}`
}
