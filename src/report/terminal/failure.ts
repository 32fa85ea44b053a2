// A failed clause for the terminal: statement, request, expectation, response, control, replay, curl.
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
// Longer commands are not copied from a terminal, and would hide other failures.
const curlCharactersMax = 4_000

// Narrow terminals get a small margin.
const marginOf = (width: number): string => ' '.repeat(width < 60 ? 2 : 8)

export interface FailureContext {
  readonly baseUrl: string
  /** For the replay command. */
  readonly reportFile: string
  /** The contract folder that a replay needs; null if none. */
  readonly contract: string | null
  readonly colors: Paint
  readonly width: number
  /** For a person's screen: hides scripts of several lines. */
  readonly screen: boolean
  /** Shows every failure of the clause instead of the first. */
  readonly all: boolean
  readonly causes: Causes
}

/**
 * The failed clause, with a line for each follower. The tenant's text is escaped.
 * @param short leaves out commands and the control
 */
export function failureLines(
  clause: ReportClause,
  followers: readonly ReportClause[],
  context: FailureContext,
  short: boolean,
): string[] {
  const { colors, width } = context
  const margin = marginOf(width)
  const shown = clause.failures.slice(0, context.all ? clause.failures.length : 1)
  const rest = clause.failures.length - shown.length
  return [
    ...wrapped(clauseLine(clause, colors), width).map((text) => text.trimEnd()),
    ...(short ? [] : wrapped(visible(clause.statement), width - margin.length).map((line) => margin + line)),
    ...(context.all
      ? causeInWords(clause.id, context.causes).flatMap(([label, text]) => field(label, text, context))
      : []),
    ...(clause.waived === undefined ? [] : field('waived', excuseInWords(clause.waived), context)),
    ...(shown.length === 0 ? field('because', clause.reason, context) : []),
    ...shown.flatMap((failure, index) => [
      ...(index === 0 ? [] : ['']),
      ...(short ? shortFailure(failure, context) : oneFailure(clause, failure, context)),
    ]),
    ...(rest > 0 && !short
      ? [margin + colors.dim(`and ${counted(rest, 'more failure')} in ${context.reportFile}`)]
      : []),
    ...(context.all || followers.length === 0
      ? []
      : [
          ...field('same in', `${counted(followers.length, 'more clause')}:`, context),
          ...followers.map((follower) => briefLine(follower, context, margin)),
        ]),
  ]
}

/** One line: the id, and the received value or waiver as far as it fits. */
export function briefLine(
  clause: ReportClause,
  { colors, width, baseUrl }: FailureContext,
  indent = '',
): string {
  const [failure] = clause.failures
  const told = failure === undefined ? clause.reason : `received ${receivedInWords(failure, baseUrl)}`
  const start = `${indent}${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} `
  const room = width - columnsOf(start)
  const id = fitted(visible(clause.id), room)
  return `${start}${colors.bold(id)}${colors.dim(fitted(visible(`: ${clause.waived?.reason ?? told}`), room - columnsOf(id)))}`
}

function receivedInWords(failure: Failure, baseUrl: string): string {
  return inWords(failure, baseUrl).find(([label]) => label === 'received')?.[1] ?? failure.received
}

/** "✗ MUST  <id>   part <part>". */
export function clauseLine(clause: ReportClause, colors: Paint): string {
  const part = clause.part === '' ? '' : colors.dim(`   part ${visible(clause.part)}`)
  return `${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} ${colors.bold(visible(clause.id))}${part}`
}

/** One line each for message, request, expectation and response. */
function shortFailure(failure: Failure, context: FailureContext): string[] {
  const room = context.width - marginOf(context.width).length - labelWidth
  return [['because', failure.message] as const, ...inWords(failure, context.baseUrl)]
    .filter(([label]) => label !== 'control')
    .map(([label, text]) => line(label, fitted(visible(text), room), context))
}

function oneFailure(clause: ReportClause, failure: Failure, context: FailureContext): string[] {
  const { path } = failure
  const curl = failure.curl.split('\n').map((line) => visible(line))
  return [
    ...field('because', failure.message, context),
    ...inWords(failure, context.baseUrl).flatMap(([label, text]) => field(label, text, context)),
    ...(path === null ? [] : field('drawn by', `seed ${failure.seed}, path ${path}`, context)),
    // Commands are not wrapped, so that they can be copied.
    line(
      'replay',
      `npx tenant-conformance replay ${context.reportFile} ${clause.id}${context.contract === null ? '' : ` --contract ${visible(context.contract)}`}`,
      context,
    ),
    ...(failure.curl.length > curlCharactersMax
      ? [line('curl', `${failure.curl.length} characters: in ${context.reportFile}`, context)]
      : context.screen && !context.all && curl.length > 1
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
