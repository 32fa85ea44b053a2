// The difference of two reports for the terminal.
import { clip } from '../../base/clip.ts'
import { visible } from '../../base/visible.ts'
import type { ClauseChange, LatencyChange, OpenPointChange, ReportDiff } from '../model/report-diff.ts'
import { markOf, type Paint, paint } from '../terminal/style.ts'
import {
  clauseKinds,
  conditionsInWords,
  factorInWords,
  medianInWords,
  toldOf,
  worseInWords,
} from '../text/changes.ts'
import { excuseInWords } from '../text/outcome.ts'

/** The worst changes first, the outcome last. */
export function terminalDiff(diff: ReportDiff, options: { readonly color: boolean }): string {
  const colors = paint(options.color)
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['The runs were not alike', conditionsInWords(diff).map((condition) => `  ${visible(condition)}`)],
    ...clauseKinds.map(
      ([kind, heading]) => [heading, toldOf(diff, kind).map((change) => clauseLine(change, colors))] as const,
    ),
    ['Open points', diff.openPoints.map((change) => openPointLine(change))],
    ['Latency', diff.latency.map(latencyLine)],
  ]
  const lines = sections.flatMap(([heading, body]) =>
    body.length === 0 ? [] : [colors.bold(`${heading} (${body.length})`), ...body, ''],
  )
  const { before, after } = diff.outcome
  const outcome = before === after ? `${after}, as before` : `${before} → ${after}`
  const same = lines.length === 0 ? ['No clause and no open point changed.'] : lines
  const worse = worseInWords(diff)
  const last = worse === null ? [] : [colors.red(`Worse     ${worse}`)]
  return `${[...same, `Outcome   ${outcome}`, ...last].join('\n')}\n`
}

function clauseLine({ id, level, before, after, reason, excuse }: ClauseChange, colors: Paint): string {
  const mark = after === null ? ' ' : markOf(after, colors)
  const change = [before, after].filter((result) => result !== null).join(' → ')
  const told = excuse === undefined ? reason : excuseInWords(excuse)
  const why = after === 'pass' || told === '' ? '' : colors.dim(`  ${visible(told)}`)
  return `  ${mark} ${level.padEnd(6)} ${visible(id)}  ${change}${why}`
}

const answerCharactersMax = 160

function openPointLine({ id, before, after }: OpenPointChange): string {
  const answer = (side: OpenPointChange['before']) =>
    side === null
      ? 'not asked'
      : `${side.source === 'unknown' ? '' : `${clip(JSON.stringify(side.answer), answerCharactersMax)} `}(${side.source})`
  return visible(`  ${id}: ${answer(before)} → ${answer(after)}`)
}

function latencyLine(change: LatencyChange): string {
  const { operation, before, after } = change
  return visible(
    `  ${operation}  ${medianInWords(before.medianMs)} → ${medianInWords(after.medianMs)}, ${factorInWords(change)} (medians of ${before.answers} and ${after.answers} responses)`,
  )
}
