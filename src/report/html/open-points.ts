// Shows the open points of the specification, with their answers.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import type { Report } from '../model/report.ts'
import { sourcesInWords } from '../text/answer-source.ts'
import { type Markup, text } from './markup/markup.ts'
import { tableMarkup } from './markup/table.ts'

const valuesMax = 3

export function openPointsMarkup({ openPoints, baseline }: Report): Markup | '' {
  if (openPoints.length === 0) return ''
  const changed = new Set(baseline?.changes.openPoints.map(({ id }) => id))
  const unknown = openPoints.filter(({ source }) => source === 'unknown').length
  return html`<section id="open-points" aria-labelledby="open-points-title"><h2 id="open-points-title">Open points of the specification <span class="quiet">${openPoints.length - unknown} of ${openPoints.length} answered</span></h2>
<p class="quiet">Where the specification is silent, tenants differ. Compare with another run: <code>${commandName} diff OTHER/report.json report.json</code></p>
${tableMarkup(
  'Open points of the specification',
  ['Part', 'Question', 'Answer', 'Answer from'],
  openPoints.map(({ id, question, answer, source, part, observed = [] }) => [
    part,
    html`${question}<br><code class="quiet">${text(id)}</code>${changed.has(id) ? html` <b>changed</b>` : ''}`,
    source === 'unknown' ? '–' : html`<code>${text(JSON.stringify(answer))}</code>`,
    html`${sourcesInWords[source]}${
      observed.length === 0
        ? ''
        : html`<br><span class="quiet">${counted(
            observed.reduce((sum, { count }) => sum + count, 0),
            'time',
          )}${
            observed.length > 1
              ? `: ${observed
                  .slice(0, valuesMax)
                  .map(({ value, count }) => `${JSON.stringify(value)} ${count}`)
                  .join(', ')}${observed.length > valuesMax ? ', …' : ''}`
              : ''
          }</span>`
    }`,
  ]),
)}</section>
`
}
