// Shows all figures for which the report contains data.
import { html } from 'hono/html'
import type { Report } from '../../model/report.ts'
import type { Markup } from '../markup/markup.ts'
import { constraintsFigure } from './constraints.ts'
import { deliveriesFigure } from './deliveries.ts'
import { type Figure, figureMarkup } from './figure.ts'
import { latencyFigure } from './latency.ts'
import { partsFigure } from './parts.ts'
import { statusesFigure } from './statuses.ts'
import { timelineFigure } from './timeline.ts'

export function picturesMarkup({ measurements, coverage, clauses }: Report): Markup | '' {
  const { operations = [], timeline = null, deliveries = [] } = measurements ?? {}
  const figures: readonly (Figure | null)[] = [
    latencyFigure(operations),
    statusesFigure(operations),
    timelineFigure(timeline),
    deliveriesFigure(deliveries),
    partsFigure(clauses),
    constraintsFigure(coverage),
  ]
  const present = figures.filter((figure) => figure !== null)
  if (present.length === 0) return ''
  return html`<section id="pictures" aria-labelledby="pictures-title"><h2 id="pictures-title">Measurements and coverage</h2>
<div class="pictures">
${present.map(figureMarkup)}
</div></section>
`
}
