// The sections of the HTML report around the clauses: what was checked, open points, coverage, aftermath.
import { html } from 'hono/html'
import type { Report } from '../model/report.ts'
import { leftoversInWords } from '../text/outcome.ts'
import { counted, duration } from '../text/plain.ts'
import type { Markup } from './clause.ts'

/** What was checked, when, with what. */
export function runMarkup({ target, contract, run, traffic, tool }: Report): Markup {
  const rows: readonly (readonly [string, string])[] = [
    ['Target', target.embedded ? `${target.baseUrl} (the embedded reference tenant)` : target.baseUrl],
    ...(contract === undefined
      ? []
      : ([
          [
            'Contract',
            `${contract.title} (${contract.name} ${contract.version})${contract.unproven === undefined ? '' : `, unproven: ${contract.unproven}`}`,
          ],
        ] as const)),
    ['Tokens from', target.authUrl],
    ['Profile', target.profile ?? 'none'],
    ['Seed', String(run.seed)],
    ['Started', run.startedAt],
    [
      'Took',
      `${duration(run.durationMs)}: ${counted(traffic.requests, 'request')}, ${counted(traffic.writes, 'write')}, ${traffic.rateLimited} rate limited, ${duration(traffic.waitedMs)} waited`,
    ],
    [
      'Answers',
      Object.entries(traffic.byStatus)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ') || 'none',
    ],
    [
      'Options',
      Object.entries(run.options)
        .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
        .join(', ') || 'none',
    ],
    ['Checked by', `${tool.name} ${tool.version}`],
  ]
  return html`<dl>${rows.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`
}

/** What could not be removed, and what was noticed. */
export function aftermathMarkup({ resources, notes }: Report): Markup {
  const leaked = resources.leaked.filter(({ excused }) => excused === undefined)
  return html`
${
  leaked.length === 0
    ? ''
    : html`<section><h2 class="fail">Left behind</h2><p>The run made these and could not remove them.</p>
<ul>${leaked.map(({ kind, id }) => html`<li>${kind} <code>${id}</code></li>`)}</ul></section>`
}
${leftoversInWords(resources).map((line) => html`<p>${line}.</p>`)}
${notes.length === 0 ? '' : html`<section><h2>Notes</h2><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul></section>`}`
}

/** What the specification leaves open, with the answers found. */
export function openPointsMarkup({ openPoints }: Report): Markup | '' {
  if (openPoints.length === 0) return ''
  return table(
    'Open points of the specification',
    ['Point', 'Question', 'Answer', 'Source', 'Part'],
    openPoints.map(({ id, question, answer, source, part }) => [
      html`<code>${id}</code>`,
      question,
      source === 'unknown' ? '–' : html`<code>${JSON.stringify(answer)}</code>`,
      source,
      part,
    ]),
  )
}

/** Which constraints of the request schemas were tried on both sides. */
export function coverageMarkup({ coverage }: Report): Markup | '' {
  const { totals, constraints } = coverage
  if (totals.constraints === 0) return ''
  const tried = (side: boolean) => (side ? 'tried' : 'not tried')
  return table(
    `Constraints tried on both sides: ${totals.both} of ${totals.constraints}`,
    ['Operation', 'Place', 'Keyword', 'Inside', 'Outside', 'Reason'],
    constraints.map(({ operation, pointer, keyword, inside, outside, reason }) => [
      operation,
      html`<code>${pointer || '/'}</code>`,
      html`<code>${keyword}</code>`,
      tried(inside),
      tried(outside),
      reason ?? '',
    ]),
  )
}

function table(
  heading: string,
  head: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  return html`<section><h2>${heading}</h2>
<div class="wide" role="region" aria-label="${heading}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div></section>`
}
