// The terminal view of the difference of two reports.
import type { ClauseChange, OpenPointChange, ReportDiff } from '../model/diff.ts'
import { markOf, type Paint, paint } from '../terminal/style.ts'
import { visible } from '../text/visible.ts'

/** The difference as text, with a line feed at its end: the worst news first. */
export function terminalDiff(diff: ReportDiff, options: { readonly color: boolean }): string {
  const colors = paint(options.color)
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['The runs were not alike', diff.conditions.map((condition) => `  ${visible(condition)}`)],
    ['Newly failing', diff.newlyFailing.map((change) => clauseLine(change, colors))],
    ['Fixed', diff.fixed.map((change) => clauseLine(change, colors))],
    ['Changed', diff.changed.map((change) => clauseLine(change, colors))],
    ['New clauses', diff.new.map((change) => clauseLine(change, colors))],
    ['Clauses that are gone', diff.gone.map((change) => clauseLine(change, colors))],
    ['Open points', diff.openPoints.map((change) => openPointLine(change))],
  ]
  const lines = sections.flatMap(([heading, body]) =>
    body.length === 0 ? [] : [colors.bold(`${heading} (${body.length})`), ...body, ''],
  )
  const { before, after } = diff.outcome
  const outcome = before === after ? `${after}, as before` : `${before} → ${after}`
  const same = lines.length === 0 ? ['No clause and no open point changed.'] : lines
  return `${[...same, `Outcome   ${outcome}`].join('\n')}\n`
}

function clauseLine({ id, level, before, after, reason }: ClauseChange, colors: Paint): string {
  const mark = after === null ? ' ' : markOf(after, colors)
  const change = [before, after].filter((result) => result !== null).join(' → ')
  const why = after === 'pass' || reason === '' ? '' : colors.dim(`  ${visible(reason)}`)
  return `  ${mark} ${level.padEnd(5)} ${visible(id)}  ${change}${why}`
}

function openPointLine({ id, before, after }: OpenPointChange): string {
  const answer = (side: OpenPointChange['before']) =>
    side === null
      ? 'not asked'
      : `${side.source === 'unknown' ? '' : `${JSON.stringify(side.answer)} `}(${side.source})`
  return visible(`  ${id}: ${answer(before)} → ${answer(after)}`)
}
