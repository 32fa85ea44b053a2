// Shows the target, the options and the traffic of the run.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import type { Report } from '../model/report.ts'
import { depthInWords } from '../text/depth.ts'
import { duration } from '../text/plain.ts'
import { type Markup, text } from './markup/markup.ts'

export function runMarkup({ target, contract, run, traffic, tool, resources }: Report): Markup {
  const rows: readonly (readonly [string, string | Markup])[] = [
    ['Target', target.embedded ? `${target.baseUrl} (the embedded reference tenant)` : target.baseUrl],
    ['Tokens from', target.authUrl],
    [
      'Contract',
      contract === undefined
        ? ''
        : `${contract.title} (${contract.name} ${contract.version})${contract.unproven === undefined ? '' : `, unproven: ${contract.unproven}`}`,
    ],
    ['Profile', target.profile ?? 'none'],
    ['Seed', String(run.seed)],
    ['Started', run.startedAt],
    [
      'Traffic',
      `${counted(traffic.requests, 'request')}, ${counted(traffic.writes, 'write')}, ${traffic.rateLimited} rate limited, ${duration(traffic.waitedMs)} waited, in ${duration(run.durationMs)}`,
    ],
    ['Depth', run.depth === undefined ? '' : depthInWords(run.depth)],
    [
      'Responses',
      Object.entries(traffic.byStatus)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ') || 'none',
    ],
    [
      'Resources',
      `${resources.created.length} created, ${resources.deleted.length} removed, ${resources.leaked.length} left behind`,
    ],
    [
      'Options',
      html`${Object.entries(run.options).map(([name, value]) => html`<code>${text(name)}&nbsp;${text(JSON.stringify(value))}</code> `)}`,
    ],
    ['Exit code', run.exit === undefined ? '' : String(run.exit)],
    ['Checked by', `${tool.name} ${tool.version}`],
  ]
  return html`<section id="run" aria-labelledby="run-title"><h2 id="run-title">The run</h2>
<dl class="rows">${rows.map(([term, value]) => (value === '' ? '' : html`<dt>${term}</dt><dd>${value}</dd>`))}</dl>
</section>
`
}
