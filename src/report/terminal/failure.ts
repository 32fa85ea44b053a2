// Writes a failed clause for the terminal.
import type { Failure } from '../../base/event.ts'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import { visible } from '../../base/visible.ts'
import type { Causes } from '../causes/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { columnsOf, fitted, wrapped } from '../text/columns.ts'
import { causeInWords, commandsInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { partInWords } from '../text/part-in-words.ts'
import { markOf, type Paint } from './style.ts'

const labelWidth = 10
const curlCharactersMax = 4_000

const marginOf = (width: number): string => ' '.repeat(width < 60 ? 2 : 8)

export interface FailureContext {
  readonly baseUrl: string
  readonly reportFile: string
  /** Null if a replay needs no contract. */
  readonly contract: string | null
  readonly colors: Paint
  readonly width: number
  readonly screen: boolean
  readonly all: boolean
  readonly causes: Causes
}

/**
 * Escapes texts of tenants.
 * @param short true omits the statement, the commands and the control
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

export function briefLine(
  clause: ReportClause,
  { colors, width, baseUrl }: FailureContext,
  indent = '',
): string {
  const [failure] = clause.failures
  const words = failure === undefined ? clause.reason : `received ${receivedInWords(failure, baseUrl)}`
  const start = `${indent}${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} `
  const room = width - columnsOf(start)
  const id = fitted(visible(clause.id), room)
  return `${start}${colors.bold(id)}${colors.dim(fitted(visible(`: ${clause.waived?.reason ?? words}`), room - columnsOf(id)))}`
}

function receivedInWords(failure: Failure, baseUrl: string): string {
  return inWords(failure, baseUrl).find(([label]) => label === 'received')?.[1] ?? failure.received
}

export function clauseLine(clause: ReportClause, colors: Paint): string {
  const part = clause.part === '' ? '' : colors.dim(`   ${visible(partInWords(clause.part))}`)
  return `${markOf(resultOf(clause), colors)} ${clause.level.padEnd(5)} ${colors.bold(visible(clause.id))}${part}`
}

function shortFailure(failure: Failure, context: FailureContext): string[] {
  const room = context.width - marginOf(context.width).length - labelWidth
  return [['because', failure.message] as const, ...inWords(failure, context.baseUrl)]
    .filter(([label]) => label !== 'control')
    .map(([label, text]) => line(label, fitted(visible(text), room), context))
}

function oneFailure(clause: ReportClause, failure: Failure, context: FailureContext): string[] {
  const { path } = failure
  const commands = failure.curl.split('\n')
  const words = commandsInWords(failure)
  const curl = words === '' ? commands : [`${words}:`, ...commands]
  return [
    ...field('because', failure.message, context),
    ...inWords(failure, context.baseUrl).flatMap(([label, text]) => field(label, text, context)),
    ...(path === null ? [] : field('drawn by', `seed ${failure.seed}, path ${path}`, context)),
    // The command is not wrapped, because users copy it from one line.
    line(
      'replay',
      `${commandName} replay ${context.reportFile} ${clause.id}${context.contract === null ? '' : ` --contract ${visible(context.contract)}`}`,
      context,
    ),
    ...(failure.curl.length > curlCharactersMax
      ? [line('curl', `${counted(failure.curl.length, 'character')}: in ${context.reportFile}`, context)]
      : context.screen && !context.all && commands.length > 1
        ? [
            line(
              'curl',
              `${counted(commands.length, 'line')}: in ${context.reportFile}, or use --verbose`,
              context,
            ),
          ]
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
