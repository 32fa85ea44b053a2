// Shows the failed clauses by cause, with the most important group first.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import { type Causes, countingGroups } from '../causes/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { headlineOf, resultOf } from '../model/result.ts'
import { linkTo, listMarkup, type Markup, sign, wordOf } from './markup/markup.ts'

const shownMax = 5

export function failedMarkup(causes: Causes): Markup | '' {
  const groups = countingGroups(causes)
  if (groups.length === 0) return ''
  const count = groups.reduce((sum, { length }) => sum + length, 0)
  const alone = groups.flatMap((group) => (group.length === 1 ? group : []))
  const shared = groups.filter(({ length }) => length > 1)
  return html`<section class="card failed" id="failures" aria-labelledby="failures-title"><h2 id="failures-title">What failed <span class="quiet">${counted(count, 'clause')}</span></h2>
${count > 1 ? html`<p class="quiet">Clauses with the same failure are grouped. Look at the first clause of a group.</p>` : ''}
${shared.map((group) => groupMarkup(group))}
${alone.length === 0 ? '' : html`${shared.length === 0 ? '' : html`<h3>Other failures <span class="quiet">${alone.length}</span></h3>`}<ul class="failures">${alone.map((clause) => itemMarkup(clause))}</ul>`}
</section>
`
}

function groupMarkup([lead, ...others]: readonly [ReportClause, ...ReportClause[]]): Markup {
  const items = others.map((clause) => itemMarkup(clause))
  return html`<h3>${markOf(lead)} ${linkTo(lead.id)} <span class="quiet">and ${others.length} more with the same failure</span></h3>
<p class="leads">${headlineOf(lead)}</p>
${listMarkup('failures', items, shownMax)}
`
}

function itemMarkup(clause: ReportClause): Markup {
  return html`<li>${markOf(clause)} ${linkTo(clause.id)} <span class="message">${headlineOf(clause)}</span></li>`
}

function markOf(clause: ReportClause): Markup {
  const result = resultOf(clause)
  return html`<span class="${result}">${sign(result)}<span class="heard">${wordOf(result)}</span></span>`
}
