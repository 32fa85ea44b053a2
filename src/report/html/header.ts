// The header of the page.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import { foreignContract } from '../model/contract.ts'
import type { Report } from '../model/report.ts'
import { isUnanswered, resultOf, resultOfOutcome, resultsByWeight } from '../model/result.ts'
import { scopeInWords, whyAlone } from '../text/outcome.ts'
import { duration } from '../text/plain.ts'
import { filterLink, type Markup, sign, wordOf } from './markup/markup.ts'

const words = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  incomplete: 'Incomplete',
} as const

export function headerMarkup(report: Report): Markup {
  const { target, outcome, run, contract, traffic, clauses } = report
  const foreign = foreignContract(report)
  const how = [
    run.interrupted && 'interrupted',
    run.truncated === true && 'the event log is incomplete',
    run.strict && 'strict: a failed SHOULD counts',
  ].filter(Boolean)
  const reasons = new Set(
    clauses.filter((clause) => isUnanswered(resultOf(clause))).map(({ reason }) => reason),
  )
  const [reason] = reasons.size === 1 ? reasons : []
  const why = whyAlone(report)
  const facts: readonly (readonly [string, string | Markup])[] = [
    ['Tenant', html`<code>${target.baseUrl}</code>${target.embedded ? ' (embedded reference tenant)' : ''}`],
    [
      'Contract',
      contract === undefined
        ? ''
        : `${contract.title} ${contract.version}${contract.unproven === undefined ? '' : ', unproven'}`,
    ],
    ['Profile', target.profile ?? 'none'],
    ['Started', html`<time datetime="${run.startedAt}">${timeInWords(run.startedAt)}</time>`],
    ['Took', `${duration(run.durationMs)}, ${counted(traffic.requests, 'request')}`],
    ['Depth', run.depth?.depth ?? ''],
    ['Checked by', `${report.tool.name} ${report.tool.version}`],
    ['Shards', run.shards === undefined ? '' : `${run.shards}, merged`],
  ]
  return html`<header>
<p class="kind">Conformance report${foreign === null ? '' : ` · ${foreign}`}</p>
<label class="appearance" hidden>Appearance <select id="appearance"><option value="">system</option><option value="light">light</option><option value="dark">dark</option></select></label>
<h1 class="${outcome}">${sign(resultOfOutcome[outcome])} ${words[outcome]}${how.length === 0 ? '' : html` <span class="how">${how.join(', ')}</span>`}</h1>
<p class="scope">${scopeInWords(report)}</p>
${why === null ? '' : html`<p class="why">${why}${outcome === 'incomplete' && reason !== undefined ? ` All clauses without an answer have one reason: ${reason}` : ''}</p>`}
<dl class="facts">${facts.map(([term, value]) => (value === '' ? '' : html`<div><dt>${term}</dt><dd>${value}</dd></div>`))}</dl>
<ul class="tally" aria-label="Clauses by verdict">${tally(report)}</ul>
</header>
`
}

function tally({ clauses }: Report): readonly Markup[] {
  return resultsByWeight.flatMap((result) => {
    const [first, ...more] = clauses.filter((clause) => resultOf(clause) === result)
    if (first === undefined) return []
    const label = html`<b>${more.length + 1}</b> ${sign(result)} ${wordOf(result)}`
    return [html`<li>${filterLink({ verdict: result }, first.id, label, result)}</li>`]
  })
}

function timeInWords(isoTime: string): string {
  return isoTime.replace(/^(\S+)T([\d:]+)(?:\.\d+)?Z$/, '$1 $2 UTC')
}
