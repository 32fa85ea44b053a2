// Writes the matrix of operations and clause families for the summary.
import { groupedBy } from '../../base/collections/grouped.ts'
import { counted } from '../../base/text/counted.ts'
import { familiesOf } from '../model/families.ts'
import type { Report } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { columnsOf } from '../text/columns.ts'
import { escaped } from '../text/markdown-text.ts'

const operationsShownMax = 50

const states: readonly (readonly [mark: string, word: string, results: readonly Result[]])[] = [
  ['❌', 'failed MUST', ['fail']],
  ['💥', 'error of the checker', ['error']],
  ['❗', 'failed SHOULD', ['deviation']],
  ['❔', 'no answer', ['inconclusive', 'not-run']],
  ['✅', 'passed', ['pass']],
  ['➖', 'excused, not applicable or not selected', ['waived', 'gap', 'not-applicable', 'out-of-scope']],
]

export function matrix({ clauses, contract }: Report): string[] {
  const rows = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const named = familiesOf(clauses, contract?.families)
  const families = named.length === 0 ? [''] : named
  const found = groupedBy(clauses, ({ operation, family = '' }) => `${operation}\n${family}`)
  const cells = rows
    .slice(0, operationsShownMax)
    .map((row) => [
      escaped(row === 'any' ? 'the API as a whole' : row),
      ...families.map((family) => cell((found.get(`${row}\n${family}`) ?? []).map(resultOf))),
    ])
  const rest = rows.length - operationsShownMax
  const there = new Set(clauses.map(resultOf))
  const legend = states
    .filter(([, , results]) => results.some((result) => there.has(result)))
    .map(([mark, word]) => `${mark} ${word}`)
  return [
    aligned(['', ...families.map((family) => escaped(family || 'other'))], cells),
    `${legend.join(' · ')}; the numbers count clauses.`,
    ...(rest > 0 ? [`… and ${counted(rest, 'more operation')} in the report.`] : []),
  ]
}

function cell(results: readonly Result[]): string {
  return states
    .map(([mark, , of]) => [mark, results.filter((result) => of.includes(result)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([mark, count]) => `${mark}\u00a0${count}`)
    .join(' ')
}

function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => columnsOf(row[column] ?? ''))),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, column) => text + ' '.repeat((widths[column] ?? 0) - columnsOf(text))).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}
