// Writes the difference of two reports for the terminal.
import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import { visible } from '../../base/visible.ts'
import type { ClauseChange, LatencyChange, OpenPointChange, ReportDiff } from '../model/report-diff.ts'
import { markOf, type Paint, paint } from '../terminal/style.ts'
import { sourcesInWords } from '../text/answer-source.ts'
import {
  changesOf,
  clauseKinds,
  conditionsInWords,
  factorInWords,
  medianInWords,
  nothingChanged,
  outcomeInWords,
  whyChanged,
  worseInWords,
} from '../text/changes.ts'

export function terminalDiff(diff: ReportDiff, options: { readonly color: boolean }): string {
  const colors = paint(options.color)
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'The runs had different conditions',
      conditionsInWords(diff).map((condition) => `  ${visible(condition)}`),
    ],
    ...clauseKinds.map(
      ([kind, heading]) =>
        [heading, changesOf(diff, kind).map((change) => clauseLine(change, colors))] as const,
    ),
    ['Open points', diff.openPoints.map((change) => openPointLine(change))],
    ['Latency', diff.latency.map(latencyLine)],
  ]
  const lines = sections.flatMap(([heading, body]) =>
    body.length === 0 ? [] : [colors.bold(`${heading} (${body.length})`), ...body, ''],
  )
  const same = lines.length === 0 ? [nothingChanged] : lines
  const worse = worseInWords(diff)
  const last = worse === null ? [] : [colors.red(`Worse     ${worse}`)]
  return `${[...same, `Outcome   ${outcomeInWords(diff.outcome)}`, ...last].join('\n')}\n`
}

function clauseLine(clause: ClauseChange, colors: Paint): string {
  const { id, level, before, after } = clause
  const mark = after === null ? ' ' : markOf(after, colors)
  const change = [before, after].filter((result) => result !== null).join(' → ')
  const words = whyChanged(clause)
  const why = words === '' ? '' : colors.dim(`  ${visible(words)}`)
  return `  ${mark} ${level.padEnd(6)} ${visible(id)}  ${change}${why}`
}

const answerCharactersMax = 160

function openPointLine({ id, before, after }: OpenPointChange): string {
  const answer = (side: OpenPointChange['before']) =>
    side === null
      ? 'not in the report'
      : `${side.source === 'unknown' ? '' : `${clip(JSON.stringify(side.answer), answerCharactersMax)} `}(${sourcesInWords[side.source]})`
  return visible(`  ${id}: ${answer(before)} → ${answer(after)}`)
}

function latencyLine(change: LatencyChange): string {
  const { operation, before, after } = change
  return visible(
    `  ${operation}  ${medianInWords(before.medianMs)} → ${medianInWords(after.medianMs)}, ${factorInWords(change)} (medians of ${before.answers} and ${counted(after.answers, 'response')})`,
  )
}
