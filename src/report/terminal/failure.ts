// One failed clause as the terminal shows it: statement, sent, expected, received, control, replay, curl.
import type { Failure } from '../../base/event.ts'
import { visible } from '../../base/visible.ts'
import type { Causes } from '../model/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { columnsOf, fitted, wrapped } from '../text/columns.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { counted } from '../text/plain.ts'
import { markOf, type Paint } from './style.ts'

const labelWidth = 10
const followersShownMax = 8

// A narrow terminal has no room for it.
const marginOf = (width: number): string => ' '.repeat(width < 60 ? 2 : 8)

/** What the rendering of a failure depends on besides the clause. */
export interface FailureContext {
  readonly baseUrl: string
  /** Path of report.json, for the command that replays. */
  readonly reportFile: string
  /** The folder of a contract that a replay has to be given; null where it need not. */
  readonly contract: string | null
  readonly colors: Paint
  readonly width: number
  /** Whether a person's screen shows it: a script of several lines would push what matters off it. */
  readonly screen: boolean
  /** Show every failure of the clause instead of the first. */
  readonly all: boolean
  /** Of all failures of the report. */
  readonly causes: Causes
  /** The failed clauses of the report, by their ids. */
  readonly failed: ReadonlyMap<string, ReportClause>
}

/** The lines of a failed clause. Nothing that a tenant sent reaches the terminal raw. */
export function failureLines(clause: ReportClause, context: FailureContext): string[] {
  const { colors, causes, width } = context
  const margin = marginOf(width)
  const shown = clause.failures.slice(0, context.all ? clause.failures.length : 1)
  const rest = clause.failures.length - shown.length
  return [
    ...wrapped(clauseLine(clause, colors), width).map((text) => text.trimEnd()),
    ...wrapped(visible(clause.statement), width - margin.length).map((line) => margin + line),
    ...(context.all
      ? causeInWords(clause.id, causes).flatMap(([label, text]) => field(label, text, context))
      : []),
    ...(clause.waived === undefined ? [] : field('waived', excuseInWords(clause.waived), context)),
    ...(shown.length === 0 ? field('because', clause.reason, context) : []),
    ...shown.flatMap((failure, index) => [
      ...(index === 0 ? [] : ['']),
      ...oneFailure(clause, failure, context),
    ]),
    ...(rest > 0
      ? [margin + colors.dim(`and ${counted(rest, 'more failure')} in ${context.reportFile}`)]
      : []),
    ...(context.all ? [] : followerLines(clause, context)),
  ]
}

/** A failed clause in one line: the id, and as much of what was wrong as fits. */
export function briefLine(
  clause: ReportClause,
  { colors, causes, width }: FailureContext,
  indent = '',
): string {
  const follow = causes.followersOf(clause.id).length
  const more = follow === 0 ? '' : ` (explains ${follow} more)`
  const why = clause.waived?.reason ?? clause.failures[0]?.message ?? clause.reason
  const start = `${indent}${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} `
  const room = width - columnsOf(start)
  const id = fitted(visible(clause.id), room)
  return `${start}${colors.bold(id)}${colors.dim(fitted(visible(`${more}: ${why}`), room - columnsOf(id)))}`
}

/** The failures that probably follow from that one, a line each. */
function followerLines(clause: ReportClause, context: FailureContext): string[] {
  const followers = context.causes.followersOf(clause.id).flatMap((id) => context.failed.get(id) ?? [])
  if (followers.length === 0) return []
  const margin = marginOf(context.width)
  const rest = followers.length - followersShownMax
  const shown = rest > 1 ? followers.slice(0, followersShownMax) : followers
  const what = followers.length === 1 ? 'one more failure' : `${followers.length} more failures`
  return [
    ...field('explains', `probably ${what}:`, context),
    ...shown.map((follower) => briefLine(follower, context, margin)),
    ...(rest > 1
      ? [`${margin}${context.colors.dim(`and ${rest} more: --verbose, or ${context.reportFile}`)}`]
      : []),
  ]
}

/** "✗ MUST  <id>   part <part>". */
export function clauseLine(clause: ReportClause, colors: Paint): string {
  const part = clause.part === '' ? '' : colors.dim(`   part ${visible(clause.part)}`)
  return `${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} ${colors.bold(visible(clause.id))}${part}`
}

function oneFailure(clause: ReportClause, failure: Failure, context: FailureContext): string[] {
  const { path } = failure
  const curl = failure.curl.split('\n').map((line) => visible(line))
  return [
    ...field('because', failure.message, context),
    ...inWords(failure, context.baseUrl).flatMap(([label, text]) => field(label, text, context)),
    ...(path === null ? [] : field('drawn by', `seed ${failure.seed}, path ${path}`, context)),
    // Commands are not wrapped: they are there to be copied.
    line(
      'replay',
      `npx tenant-conformance replay ${context.reportFile} ${clause.id}${context.contract === null ? '' : ` --contract ${visible(context.contract)}`}`,
      context,
    ),
    ...(context.screen && !context.all && curl.length > 1
      ? [line('curl', `${curl.length} lines, in ${context.reportFile} or by --verbose`, context)]
      : curl.map((text, index) => line(index === 0 ? 'curl' : '', text, context))),
  ]
}

function field(label: string, text: string, context: FailureContext): string[] {
  const lines = wrapped(visible(text), context.width - marginOf(context.width).length - labelWidth)
  return lines.map((part, index) => line(index === 0 ? label : '', part, context))
}

function line(label: string, text: string, { colors, width }: FailureContext): string {
  return `${marginOf(width)}${colors.dim(label.padEnd(labelWidth))}${visible(text)}`
}
