// The grid of constraints: whether the run tried valid and invalid values.
import { html } from 'hono/html'
import type { ConstraintCoverage } from '../../../base/event.ts'
import type { Report } from '../../model/report.ts'
import { order } from '../../model/tally.ts'
import type { Markup } from '../markup/markup.ts'
import { at, type Figure, label, width } from './figure.ts'

const rowHeight = 20
const headHeight = 74
const left = 330
const rowsMax = 150
const indentWidth = 12
const cellMax = 64

export function constraintsFigure({ constraints, totals }: Report['coverage']): Figure | null {
  if (constraints.length === 0) return null
  const keywords = [...new Set(constraints.map(({ keyword }) => keyword))].sort(order)
  const operations = [...new Set(constraints.map(({ operation }) => operation))].sort(order)
  const cell = Math.min(cellMax, (width - left - 10) / keywords.length)
  const rows = operations.flatMap((operation) => [
    { operation, pointer: null },
    ...[
      ...new Set(constraints.filter((one) => one.operation === operation).map(({ pointer }) => pointer)),
    ].map((pointer) => ({ operation, pointer })),
  ])
  const shown = rows.slice(0, rowsMax)
  const bottom = headHeight + shown.length * rowHeight
  return {
    id: 'constraints',
    title: 'Constraints of the requests',
    summary: `Tested with valid and invalid values: ${totals.both} of ${totals.constraints}. With valid values: ${totals.inside}; with invalid values: ${totals.outside}.${totals.unexplained === 0 ? '' : ` Not tested, for an unknown reason: ${totals.unexplained}.`}`,
    key: html`Left half: valid value. Right half: invalid value. Filled: tested. Open: not tested; the table contains the known reasons.`,
    height: bottom + 6,
    drawing: [
      ...keywords.map(
        (keyword, index) =>
          html`<text class="axis" transform="translate(${at(left + (index + 0.5) * cell + 4)} ${headHeight - 8}) rotate(-40)">${label(keyword, 16)}</text>`,
      ),
      ...shown.map((row, index) =>
        row.pointer === null
          ? html`<text class="strong" x="4" y="${headHeight + index * rowHeight + 15}">${label(row.operation, 44)}</text>`
          : rowDrawing(
              row.pointer,
              headHeight + index * rowHeight,
              constraints.filter((one) => one.operation === row.operation && one.pointer === row.pointer),
              keywords,
              cell,
              new Set(rows.flatMap((one) => (one.operation === row.operation ? (one.pointer ?? []) : []))),
            ),
      ),
    ],
    table: {
      head: ['Operation', 'Place', 'Keyword', 'Valid value', 'Invalid value', 'Reason'],
      rows: constraints.map(({ operation, pointer, keyword, inside, outside, reason }) => [
        operation,
        html`<code>${pointer || '/'}</code>`,
        html`<code>${keyword}</code>`,
        tried(inside),
        tried(outside),
        reason ?? '',
      ]),
    },
  }
}

function rowDrawing(
  pointer: string,
  y: number,
  own: readonly ConstraintCoverage[],
  keywords: readonly string[],
  cell: number,
  pointers: ReadonlySet<string>,
): Markup {
  const ancestor = shownAbove(pointer, pointers)
  const indent = ancestor.split('/').length * (ancestor === '' && !pointers.has('') ? 0 : indentWidth)
  const boxes = own.map(({ keyword, inside, outside }) => {
    const x = left + (keywords.indexOf(keyword) + 0.5) * cell
    return html`<g><title>${label(keyword)}: valid value ${tried(inside)}, invalid value ${tried(outside)}</title><rect class="${inside ? 'tried' : 'untried'}" x="${at(x - 12)}" y="${y + 4}" width="11" height="12"/><rect class="${outside ? 'tried' : 'untried'}" x="${at(x + 1)}" y="${y + 4}" width="11" height="12"/></g>`
  })
  return html`<line class="base" x1="16" x2="${width - 10}" y1="${y + rowHeight}" y2="${y + rowHeight}"/><text class="mono" x="${16 + (pointer === '' ? 0 : indent)}" y="${y + 14}">${shortened(pointer.slice(ancestor.length) || '/')}</text>${boxes}
`
}

function shownAbove(pointer: string, pointers: ReadonlySet<string>): string {
  const above = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
  return above === '' || pointers.has(above) ? above : shownAbove(above, pointers)
}

// The end of a pointer is more specific than its beginning.
function shortened(pointer: string): string {
  return pointer.length > 40 ? `…${pointer.slice(-39)}` : pointer
}

function tried(side: boolean): string {
  return side ? 'tested' : 'not tested'
}
