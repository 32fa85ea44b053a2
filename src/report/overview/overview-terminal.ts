// Writes the overview for the terminal.
import { counted } from '../../base/text/counted.ts'
import { visibleDeep } from '../../base/visible.ts'
import { resultOfOutcome, resultsByWeight } from '../model/result.ts'
import { markOf, type Paint, paint } from '../terminal/style.ts'
import type { Overview, OverviewRow } from './shape.ts'
import { groupInWords, outcomesInWords, restInWords, stateInWords } from './words.ts'

const differencesShownMax = 20

export function terminalOverview(overview: Overview, options: { readonly color: boolean }): string {
  const safe = visibleDeep(overview)
  const colors = paint(options.color)
  const lines = [
    ...safe.reports.flatMap((report) => [...reportLines(report, safe, colors), '']),
    ...differenceLines(safe, colors),
    `Outcome   ${outcomesInWords(safe)}`,
  ]
  return `${lines.join('\n')}\n`
}

function reportLines(report: OverviewRow, { groups }: Overview, colors: Paint): string[] {
  const { name, outcome, scope, why, cells } = report
  const weak = groups.flatMap((group, index) => {
    const cell = cells[index]
    if (!cell || resultsByWeight.indexOf(cell.state) >= resultsByWeight.indexOf('waived')) return []
    const rest = restInWords(cell)
    return [
      `    ${markOf(cell.state, colors)} ${groupInWords(group)}: ${stateInWords(cell)}${rest === '' ? '' : colors.dim(` (${rest})`)}`,
    ]
  })
  return [
    `${markOf(resultOfOutcome[outcome], colors)} ${colors.bold(name)}  ${outcome}${report.interrupted ? ' (interrupted)' : ''} · ${scope}`,
    ...(why === null ? [] : [`    ${why}`]),
    ...weak,
  ]
}

function differenceLines({ reports, differences, differencesLeftOut }: Overview, colors: Paint): string[] {
  if (differences.length === 0) return []
  const more = differences.length + differencesLeftOut - differencesShownMax
  return [
    colors.bold(
      `${counted(differences.length + differencesLeftOut, 'clause')} with different results; columns: ${reports.map(({ name }) => name).join(', ')}`,
    ),
    ...differences.slice(0, differencesShownMax).map(({ id, level, results }) => {
      const signs = results.map((result) => (result === null ? ' ' : markOf(result, colors))).join(' ')
      return `  ${signs}  ${level.padEnd(6)} ${id}`
    }),
    ...(more > 0 ? [`  … and ${more} more: see the page.`] : []),
    '',
  ]
}
