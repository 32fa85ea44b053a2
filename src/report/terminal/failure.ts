// One failed clause as the terminal shows it: statement, sent, expected, received, control, replay, curl.
import type { Failure } from '../../base/event.ts'
import type { Causes } from '../model/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { counted, wrapped } from '../text/plain.ts'
import { visible } from '../text/visible.ts'
import { markOf, type Paint } from './style.ts'

const margin = ' '.repeat(8)
const labelWidth = 10

/** What the rendering of a failure depends on besides the clause. */
export interface FailureContext {
  readonly baseUrl: string
  /** Path of report.json, for the command that replays. */
  readonly reportFile: string
  /** Whether the contract is one that a replay has to be given. */
  readonly foreign: boolean
  readonly colors: Paint
  readonly width: number
  /** Show every failure of the clause instead of the first. */
  readonly all: boolean
  /** Of all failures of the report. */
  readonly causes: Causes
}

/** The lines of a failed clause. Nothing that a tenant sent reaches the terminal raw. */
export function failureLines(clause: ReportClause, context: FailureContext): string[] {
  const { colors, causes } = context
  // What follows from another one is shown where everything is.
  const shownMax = context.all ? clause.failures.length : causes.leadOf(clause.id) === null ? 1 : 0
  const shown = clause.failures.slice(0, shownMax)
  const rest = clause.failures.length - shown.length
  return [
    clauseLine(clause, colors),
    ...wrapped(visible(clause.statement), context.width - margin.length).map((line) => margin + line),
    ...causeInWords(clause.id, causes).flatMap(([label, text]) => field(label, text, context)),
    ...(clause.waived === undefined ? [] : field('waived', excuseInWords(clause.waived), context)),
    ...(shown.length === 0 ? field('because', clause.reason, context) : []),
    ...shown.flatMap((failure, index) => [
      ...(index === 0 ? [] : ['']),
      ...oneFailure(clause, failure, context),
    ]),
    ...(rest > 0 ? [margin + colors.dim(restInWords(rest, shown.length, context.reportFile))] : []),
  ]
}

function restInWords(rest: number, shown: number, file: string): string {
  return shown === 0
    ? `${counted(rest, 'failure')} in ${file}`
    : `and ${counted(rest, 'more failure')} in ${file}`
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
      `npx tenant-conformance replay ${context.reportFile} ${clause.id}${context.foreign ? ' --contract DIR' : ''}`,
      context,
    ),
    ...curl.map((text, index) => line(index === 0 ? 'curl' : '', text, context)),
  ]
}

function field(label: string, text: string, context: FailureContext): string[] {
  const lines = wrapped(visible(text), context.width - margin.length - labelWidth)
  return lines.map((part, index) => line(index === 0 ? label : '', part, context))
}

function line(label: string, text: string, { colors }: FailureContext): string {
  return `${margin}${colors.dim(label.padEnd(labelWidth))}${visible(text)}`
}
