// The matrix of the summary: operations by families of clauses, each cell with the states of its clauses and how many there are.
import type { Report, ReportClause } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { columnsOf } from '../text/columns.ts'
import { escaped } from '../text/markdown-text.ts'
import { counted } from '../text/plain.ts'

const operationsShownMax = 50

/** Worst first. */
const states: readonly (readonly [mark: string, word: string, results: readonly Result[]])[] = [
  ['❌', 'failed MUST', ['fail']],
  ['💥', 'error of the checker', ['error']],
  ['❗', 'failed SHOULD', ['deviation']],
  ['❔', 'no answer', ['inconclusive', 'not-run']],
  ['✅', 'passed', ['pass']],
  ['➖', 'excused, not applicable or not asked for', ['waived', 'gap', 'not-applicable', 'out-of-scope']],
]

/** A table, and what its marks mean. */
export function matrix({ clauses, contract }: Report): string[] {
  const rows = [...new Set(clauses.map(({ operation }) => operation))].sort(order)
  const families = familiesOf(clauses, contract?.families ?? [])
  const found = new Map<string, Result[]>()
  for (const clause of clauses) {
    const key = `${clause.operation}\n${familyOf(clause)}`
    const there = found.get(key)
    if (there === undefined) found.set(key, [resultOf(clause)])
    else there.push(resultOf(clause))
  }
  const cells = rows
    .slice(0, operationsShownMax)
    .map((row) => [
      escaped(row === 'any' ? 'the API as a whole' : row),
      ...families.map((family) => cell(found.get(`${row}\n${family}`) ?? [])),
    ])
  const rest = rows.length - operationsShownMax
  const there = new Set(clauses.map(resultOf))
  const legend = states
    .filter(([, , results]) => results.some((result) => there.has(result)))
    .map(([mark, word]) => `${mark} ${word}`)
  return [
    aligned(['', ...families.map(escaped)], cells),
    `${legend.join(' · ')}; with the number of clauses.`,
    ...(rest > 0 ? [`… and ${counted(rest, 'more operation')} in the report.`] : []),
  ]
}

// A mark and its number stay on one line.
function cell(results: readonly Result[]): string {
  return states
    .map(([mark, , of]) => [mark, results.filter((result) => of.includes(result)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([mark, count]) => `${mark}\u00a0${count}`)
    .join(' ')
}

function familyOf({ family = 'other' }: Pick<ReportClause, 'family'>): string {
  return family
}

// In the contract's order; what it does not sort comes last.
function familiesOf(clauses: readonly ReportClause[], known: readonly string[]): readonly string[] {
  const named = new Set(clauses.map(familyOf))
  const rank = (family: string): number => (known.includes(family) ? known.indexOf(family) : known.length)
  return [...named].sort((a, b) => rank(a) - rank(b) || order(a, b))
}

/** A table whose columns stand below each other before it is rendered, too. */
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
