// Draws the deliveries of each forwarder over time.
import { html } from 'hono/html'
import type { DeliveryMark } from '../../../base/event.ts'
import { counted } from '../../../base/text/counted.ts'
import { duration } from '../../text/plain.ts'
import type { Markup } from '../markup/markup.ts'
import { at, type Figure, label, width } from './figure.ts'
import { linearScale, type Scale } from './scale.ts'

const rowHeight = 24
const left = 60
const right = width - 24
const top = 12
const rowsMax = 40

export function deliveriesFigure(marks: readonly DeliveryMark[]): Figure | null {
  const [first] = marks
  if (first === undefined) return null
  const fromMs = marks.reduce((least, { atMs }) => Math.min(least, atMs), first.atMs)
  const lengthMs = marks.reduce((most, { atMs }) => Math.max(most, atMs - fromMs), 1)
  const forwarders = [...new Set(marks.map(({ forwarder }) => forwarder))].sort((a, b) => a - b)
  const shown = forwarders.slice(0, rowsMax)
  const x = linearScale(lengthMs, left, right)
  const bottom = top + shown.length * rowHeight
  const count = (act: DeliveryMark['act']) => marks.filter((mark) => mark.act === act).length
  const refused = marks.filter((mark) => mark.act === 'delivered' && !isTaken(mark)).length
  return {
    id: 'deliveries',
    title: 'Deliveries',
    summary: `${counted(forwarders.length, 'forwarder')}, ${counted(count('triggered'), 'trigger')}, ${counted(count('state'), 'change')} of state, ${counted(count('delivered'), 'delivery', 'deliveries')}${refused === 0 ? '' : `, ${refused} of the deliveries with an error response`}, within ${duration(lengthMs)}.`,
    key: html`Each line is a forwarder, from its creation on. Small tick: an event was triggered. Flag: its state was set. Diamond: another change. Filled circle: a delivery; cross: a delivery with an error response.${forwarders.length > shown.length ? ` The picture shows the first ${rowsMax} of ${forwarders.length} forwarders.` : ''}`,
    height: bottom + 26,
    drawing: [
      html`${x.marks.map((mark) => html`<line class="grid" x1="${at(x.of(mark))}" x2="${at(x.of(mark))}" y1="${top - 6}" y2="${bottom}"/><text class="axis" x="${at(x.of(mark))}" y="${bottom + 16}" text-anchor="middle">${mark === 0 ? '0' : duration(mark)}</text>`)}`,
      ...shown.map((forwarder, index) =>
        rowDrawing(
          marks.filter((mark) => mark.forwarder === forwarder).toSorted((a, b) => a.atMs - b.atMs),
          top + index * rowHeight,
          fromMs,
          x,
        ),
      ),
    ],
    table: {
      head: ['Forwarder', 'At', 'What happened', 'State or status'],
      rows: marks
        .toSorted((a, b) => a.forwarder - b.forwarder || a.atMs - b.atMs)
        .map(({ forwarder, atMs, act, what }) => [forwarder, duration(atMs - fromMs), act, what]),
    },
  }
}

function rowDrawing(marks: readonly DeliveryMark[], y: number, fromMs: number, x: Scale): Markup {
  const middle = y + rowHeight / 2
  const begin = x.of((marks[0]?.atMs ?? fromMs) - fromMs)
  return html`<text class="axis" x="${left - 12}" y="${middle + 4}" text-anchor="end">${marks[0]?.forwarder}</text><line class="base" x1="${at(begin)}" x2="${right}" y1="${middle}" y2="${middle}"/>${marks.map((mark) => markDrawing(mark, x.of(mark.atMs - fromMs), middle))}
`
}

function markDrawing(mark: DeliveryMark, x: number, y: number): Markup {
  const title = html`<title>${mark.act} ${mark.what}</title>`
  switch (mark.act) {
    case 'created':
      return html`<line class="made" x1="${at(x)}" x2="${at(x)}" y1="${y - 7}" y2="${y + 7}">${title}</line>`
    case 'triggered':
      return html`<line class="trigger" x1="${at(x)}" x2="${at(x)}" y1="${y}" y2="${y + 6}">${title}</line>`
    case 'updated':
      return html`<path class="change" d="M${at(x)},${y - 4} l4,4 l-4,4 l-4,-4 Z">${title}</path>`
    case 'state':
      return html`<path class="flag" d="M${at(x)},${y} v-10 h5 v5 h-5 Z">${title}</path><text class="axis small" x="${at(x + 7)}" y="${y - 4}">${label(mark.what, 10)}</text>`
    case 'delivered':
      return isTaken(mark)
        ? html`<circle class="taken" cx="${at(x)}" cy="${y}" r="4">${title}</circle>`
        : html`<path class="untaken" d="M${at(x - 4)},${y - 4} l8,8 m0,-8 l-8,8">${title}</path>`
  }
}

function isTaken({ what }: DeliveryMark): boolean {
  return what.startsWith('2')
}
