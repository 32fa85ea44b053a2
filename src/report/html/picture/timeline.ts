// Draws the run over time: phases, concurrent requests, 429 responses, waits and failures.
import { html } from 'hono/html'
import { counted } from '../../../base/text/counted.ts'
import type { Timeline, TimeStep } from '../../measure/timeline.ts'
import { duration } from '../../text/plain.ts'
import type { Markup } from '../markup/markup.ts'
import { at, type Figure, width } from './figure.ts'
import { linearScale, type Scale } from './scale.ts'

const left = 110
const right = width - 10
const top = 34
const areaHeight = 96
const laneHeight = 22
const lanes = [
  ['rateLimited', '429', 'r429'],
  ['waitedMs', 'waiting', 'waiting'],
  ['failures', 'failures', 'failing'],
] as const

export function timelineFigure(timeline: Timeline | null): Figure | null {
  if (timeline === null || timeline.steps.length === 0) return null
  const { steps, stepMs, phases, fromMs } = timeline
  const sum = (name: keyof TimeStep) => steps.reduce((total, step) => total + step[name], 0)
  const atOnce = steps.map(({ busyMs }) => busyMs / stepMs)
  const peak = Math.max(...atOnce)
  const x = linearScale(steps.length * stepMs, left, right)
  const y = linearScale(peak, top + areaHeight, top)
  const bottom = top + areaHeight + lanes.length * laneHeight + 8
  return {
    id: 'timeline',
    title: 'Time line of the run',
    summary: `${duration(steps.length * stepMs)} in steps of ${duration(stepMs)}: ${counted(sum('requests'), 'request')}, at most ${Number(peak.toPrecision(2))} at once; ${counted(sum('rateLimited'), 'response')} with 429, ${duration(sum('waitedMs'))} of waiting, ${counted(sum('failures'), 'failed clause')}.`,
    key: html`The area shows how many requests were in progress. The lanes below show when the tenant returned 429, when the run waited, and when a clause first failed.`,
    height: bottom + 24,
    drawing: [
      ...phases.map(({ phase, atMs }, index) => {
        const from = x.of(atMs - fromMs)
        const next = phases[index + 1]
        const room = (next === undefined ? right : x.of(next.atMs - fromMs)) - from
        return html`<line class="phase" x1="${at(from)}" x2="${at(from)}" y1="14" y2="${bottom}"/>${room < phase.length * 6.4 + 6 ? '' : html`<text class="axis" x="${at(from + 4)}" y="22">${phase}</text>`}`
      }),
      html`${y.marks
        .filter((mark) => Number.isInteger(mark))
        .map(
          (mark) =>
            html`<line class="grid" x1="${left}" x2="${right}" y1="${at(y.of(mark))}" y2="${at(y.of(mark))}"/><text class="axis" x="${left - 8}" y="${at(y.of(mark) + 4)}" text-anchor="end">${mark}</text>`,
        )}`,
      areaDrawing(atOnce, stepMs, x, y),
      html`<text class="axis" x="4" y="${top + areaHeight / 2}">at once</text>`,
      ...lanes.map((lane, index) =>
        laneDrawing(lane, top + areaHeight + 8 + index * laneHeight, timeline, x),
      ),
      html`${x.marks.map((mark) => html`<text class="axis" x="${at(x.of(mark))}" y="${bottom + 16}" text-anchor="middle">${mark === 0 ? '0' : duration(mark)}</text>`)}`,
    ],
    table: {
      head: ['From', 'Phase', 'Requests', 'At once', '429', 'Waited', 'Failures'],
      rows: steps.map((step, index) => [
        duration(index * stepMs),
        phases.findLast(({ atMs }) => atMs - fromMs < (index + 1) * stepMs)?.phase ?? '',
        step.requests,
        Number((step.busyMs / stepMs).toFixed(1)),
        step.rateLimited,
        `${step.waitedMs} ms`,
        step.failures,
      ]),
    },
  }
}

function areaDrawing(atOnce: readonly number[], stepMs: number, x: Scale, y: Scale): Markup {
  const points = atOnce.map((value, index) => `${at(x.of((index + 0.5) * stepMs))},${at(y.of(value))}`)
  const line = points.join(' L')
  const last = at(x.of((atOnce.length - 0.5) * stepMs))
  return html`<path class="area" d="M${at(x.of(stepMs / 2))},${at(y.of(0))} L${line} L${last},${at(y.of(0))} Z"/><path class="line" d="M${line}"/>`
}

function laneDrawing(
  [member, name, look]: (typeof lanes)[number],
  y: number,
  { steps, stepMs }: Timeline,
  x: Scale,
): Markup {
  const max = Math.max(1, ...steps.map((step) => step[member]))
  const each = x.of(stepMs) - x.of(0)
  const bars = steps.flatMap((step, index) => {
    if (step[member] === 0) return []
    const height = Math.max(4, (step[member] / max) * (laneHeight - 6))
    return [
      html`<rect class="${look}" x="${at(x.of(index * stepMs))}" y="${at(y + laneHeight - 2 - height)}" width="${at(Math.max(2, each - 0.5))}" height="${at(height)}"/>`,
    ]
  })
  return html`<text class="axis" x="${left - 8}" y="${y + laneHeight - 6}" text-anchor="end">${name}</text><line class="base" x1="${left}" x2="${right}" y1="${y + laneHeight - 2}" y2="${y + laneHeight - 2}"/>${bars}`
}
