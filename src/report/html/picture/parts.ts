// Draws the results for each part of the specification.
import { html } from 'hono/html'
import { counted } from '../../../base/text/counted.ts'
import type { ReportClause } from '../../model/report.ts'
import { type Result, resultOf, resultsByWeight } from '../../model/result.ts'
import { signs } from '../../text/result.ts'
import { legend, type Markup, wordOf } from '../markup/markup.ts'
import { partsOf } from '../markup/parts.ts'
import { at, type Figure, label, width } from './figure.ts'

const rowHeight = 24
const top = 8
const left = 80
const right = width - 50
const rowsMax = 100

export function partsFigure(clauses: readonly ReportClause[]): Figure | null {
  const parts = partsOf(clauses.map(({ part }) => part))
  if (parts.length === 0) return null
  const rows = parts.map((part) => ({
    part,
    counts: countsOf(clauses.filter((clause) => clause.part === part)),
  }))
  const most = Math.max(...rows.map(({ counts }) => totalOf(counts)))
  const present = resultsByWeight.filter((result) => clauses.some((clause) => resultOf(clause) === result))
  const answered = rows.filter(({ counts }) =>
    counts.some(([result]) => result === 'pass' || result === 'fail'),
  )
  return {
    id: 'parts',
    title: 'Parts of the specification',
    summary: `${counted(parts.length, 'part')} with ${counted(clauses.length, 'clause')}; ${answered.length} of these parts have an observed clause.`,
    key: html`Clauses by verdict: ${legend(present)}.`,
    height: top + Math.min(rowsMax, rows.length) * rowHeight + 4,
    drawing: rows
      .slice(0, rowsMax)
      .map(({ part, counts }, index) => rowDrawing(part, counts, most, top + index * rowHeight)),
    table: {
      head: ['Part', ...present.map(wordOf), 'all'],
      rows: rows.map(({ part, counts }) => [
        part,
        ...present.map((result) => counts.find(([one]) => one === result)?.[1] ?? 0),
        totalOf(counts),
      ]),
    },
  }
}

type Counts = readonly (readonly [result: Result, count: number])[]

function countsOf(clauses: readonly ReportClause[]): Counts {
  return resultsByWeight.flatMap((result) => {
    const count = clauses.filter((clause) => resultOf(clause) === result).length
    return count === 0 ? [] : [[result, count] as const]
  })
}

function rowDrawing(part: string, counts: Counts, most: number, y: number): Markup {
  let x = left
  const bars = counts
    .toReversed()
    .toSorted(([a], [b]) => Number(b === 'pass') - Number(a === 'pass'))
    .map(([result, count]) => {
      const share = (count / most) * (right - left)
      const bar = html`<rect class="${result}" x="${at(x)}" y="${y + 3}" width="${at(Math.max(1, share - 1))}" height="${rowHeight - 8}"><title>${result}: ${count}</title></rect>${share < 14 + String(count).length * 7 ? '' : html`<text class="inside ${result}" x="${at(x + share / 2)}" y="${y + 15.5}" text-anchor="middle">${signs[result]} ${count}</text>`}`
      x += share
      return bar
    })
  return html`<text x="${left - 12}" y="${y + 16}" text-anchor="end">${label(part, 10)}</text>${bars}<text class="figure" x="${at(x + 6)}" y="${y + 16}">${totalOf(counts)}</text>
`
}

function totalOf(counts: Counts): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
