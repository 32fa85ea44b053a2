// Draws the response times of each operation on a logarithmic scale.
import { html } from 'hono/html'
import { counted } from '../../../base/text/counted.ts'
import { quantileMs } from '../../measure/latency.ts'
import type { OperationMeasure } from '../../measure/measurements.ts'
import type { Markup } from '../markup/markup.ts'
import { at, type Figure, label, width } from './figure.ts'
import { logScale, type Scale } from './scale.ts'

const rowHeight = 26
const top = 30
const left = 196
const right = width - 190
const columns = [right + 72, right + 130, right + 186]
const rowsMax = 60
const shortestMs = 0.1

export function latencyFigure(all: readonly OperationMeasure[]): Figure | null {
  const measured = all.filter(({ latency }) => latency.count > 0)
  const slowest = measured.toSorted((a, b) => quantileMs(b.latency, 0.95) - quantileMs(a.latency, 0.95))[0]
  if (slowest === undefined) return null
  const rows = measured.slice(0, rowsMax)
  const min = Math.max(shortestMs, Math.min(...measured.map(({ latency }) => latency.minMs)))
  const scale = logScale(min, Math.max(...measured.map(({ latency }) => latency.maxMs)), left, right)
  const bottom = top + rows.length * rowHeight
  return {
    id: 'latency',
    title: 'Response times',
    summary: `${counted(measured.length, 'kind')} of requests. Slowest by its 95th percentile: ${slowest.operation}, ${milliseconds(quantileMs(slowest.latency, 0.95))} (median ${milliseconds(quantileMs(slowest.latency, 0.5))}).`,
    key: html`Each dot is a response. If an operation has many responses, the picture shows only some of them. The bar shows the middle half of the times, its line the median, and the tick the 95th percentile. The scale is logarithmic.`,
    height: bottom + 8,
    drawing: [
      html`${scale.marks.map((mark) => html`<line class="grid" x1="${at(scale.of(mark))}" x2="${at(scale.of(mark))}" y1="${top - 6}" y2="${bottom}"/><text class="axis" x="${at(scale.of(mark))}" y="${top - 12}" text-anchor="middle">${milliseconds(mark)}</text>`)}`,
      html`${['median', '95 %', 'longest'].map((name, index) => html`<text class="axis" x="${columns[index]}" y="${top - 12}" text-anchor="end">${name}</text>`)}`,
      ...rows.map((row, index) => rowDrawing(row, top + index * rowHeight, scale)),
    ],
    table: {
      head: ['Operation', 'Responses', 'Shortest', 'Median', '90 %', '95 %', '99 %', 'Longest'],
      rows: measured.map(({ operation, latency }) => [
        operation,
        latency.count,
        milliseconds(latency.minMs),
        ...[0.5, 0.9, 0.95, 0.99].map((share) => milliseconds(quantileMs(latency, share))),
        milliseconds(latency.maxMs),
      ]),
    },
  }
}

function rowDrawing({ operation, latency }: OperationMeasure, y: number, { of }: Scale): Markup {
  const [q1, q2, q3, q95] = [0.25, 0.5, 0.75, 0.95].map((share) => of(quantileMs(latency, share)))
  const middle = y + rowHeight / 2
  const texts = [0.5, 0.95, 1].map((share) => milliseconds(quantileMs(latency, share)))
  const dots = latency.points.map(
    (point, index) =>
      html`<circle cx="${at(of(point))}" cy="${at(middle + (((index * 7) % 11) - 5))}" r="1.6"/>`,
  )
  return html`<text x="${left - 12}" y="${middle + 4}" text-anchor="end">${label(operation)}</text><line class="base" x1="${left}" x2="${right}" y1="${y + rowHeight}" y2="${y + rowHeight}"/>
<rect class="middle" x="${at(q1 ?? 0)}" y="${middle - 6}" width="${at(Math.max(1, (q3 ?? 0) - (q1 ?? 0)))}" height="12"/><g class="dots">${dots}</g>
<line class="median" x1="${at(q2 ?? 0)}" x2="${at(q2 ?? 0)}" y1="${middle - 8}" y2="${middle + 8}"/><line class="tail" x1="${at(q95 ?? 0)}" x2="${at(q95 ?? 0)}" y1="${middle - 6}" y2="${middle + 6}"/>
${texts.map((said, index) => html`<text class="figure" x="${columns[index]}" y="${middle + 4}" text-anchor="end">${said}</text>`)}
`
}

function milliseconds(durationMs: number): string {
  if (durationMs >= 1_000) return `${Number((durationMs / 1_000).toPrecision(2))} s`
  return `${durationMs >= 10 ? Math.round(durationMs) : Number(durationMs.toPrecision(2))} ms`
}
