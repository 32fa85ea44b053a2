// Draws the response statuses of each operation as shares of a bar.
import { html } from 'hono/html'
import type { OperationMeasure } from '../../measure/measurements.ts'
import { type Markup, statusClass } from '../markup/markup.ts'
import { at, type Figure, label, width } from './figure.ts'

const rowHeight = 26
const top = 8
const left = 196
const right = width - 60
const rowsMax = 60
const labelledMin = 30

export function statusesFigure(all: readonly OperationMeasure[]): Figure | null {
  const answered = all.filter(({ byStatus }) => totalOf(byStatus) > 0)
  if (answered.length === 0) return null
  const sums: Record<string, number> = {}
  for (const { byStatus } of answered)
    for (const [status, count] of Object.entries(byStatus)) sums[status] = (sums[status] ?? 0) + count
  const statuses = Object.keys(sums)
  const commonest = Object.entries(sums).toSorted(([, a], [, b]) => b - a)
  const failed = statuses.filter((status) => status === 'none' || status.startsWith('5'))
  return {
    id: 'statuses',
    title: 'Statuses of the responses',
    summary: `Most often: ${commonest
      .slice(0, 4)
      .map(([status, count]) => `${status} (${count})`)
      .join(
        ', ',
      )}. ${failed.length === 0 ? 'No server error, and no request without a response.' : `Server errors or no response: ${failed.map((status) => `${status} (${sums[status]})`).join(', ')}.`}`,
    key: html`A bar shows all requests of an operation. The number at its end counts these requests.`,
    height: top + Math.min(rowsMax, answered.length) * rowHeight + 6,
    drawing: answered.slice(0, rowsMax).map((row, index) => rowDrawing(row, top + index * rowHeight)),
    table: {
      head: ['Operation', ...statuses, 'all'],
      rows: answered.map(({ operation, byStatus }) => [
        operation,
        ...statuses.map((status) => byStatus[status] ?? 0),
        totalOf(byStatus),
      ]),
    },
  }
}

function rowDrawing({ operation, byStatus }: OperationMeasure, y: number): Markup {
  const total = totalOf(byStatus)
  let x = left
  const bars = Object.entries(byStatus).map(([status, count]) => {
    const share = (count / total) * (right - left)
    const bar = html`<rect class="s${statusClass(Number(status))}" x="${at(x)}" y="${y + 3}" width="${at(Math.max(0.6, share - 1))}" height="${rowHeight - 8}"><title>${status}: ${count}</title></rect>${share < labelledMin ? '' : html`<text class="inside s${statusClass(Number(status))}" x="${at(x + share / 2)}" y="${y + 16.5}" text-anchor="middle">${label(status, 8)}</text>`}`
    x += share
    return bar
  })
  return html`<text x="${left - 12}" y="${y + 17}" text-anchor="end">${label(operation)}</text>${bars}<text class="figure" x="${width - 4}" y="${y + 17}" text-anchor="end">${total}</text>
`
}

function totalOf(byStatus: Readonly<Record<string, number>>): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0)
}
