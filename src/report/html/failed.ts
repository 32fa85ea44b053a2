// What failed, by likely causes: the group that one fault may explain most of stands first.
import { html } from 'hono/html'
import type { LikelyCause } from '../model/likely-causes.ts'
import type { ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { counted } from '../text/plain.ts'
import { linkTo, type Markup, sign, text, wordOf } from './markup/markup.ts'

const shownMax = 5

/** Nothing where nothing failed. */
export function failedMarkup(groups: readonly LikelyCause[]): Markup | '' {
  if (groups.length === 0) return ''
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0)
  const shared = groups.filter(({ by }) => by !== 'alone')
  const alone = groups.filter(({ by }) => by === 'alone').flatMap(({ clauses }) => clauses)
  return html`<section class="card failed" id="failures" aria-labelledby="failures-title"><h2 id="failures-title">What failed <span class="quiet">${counted(count, 'clause')}</span></h2>
${count > 1 ? html`<p class="quiet">By what one fault may explain, most clauses first. The first of a group is the one to look at.</p>` : ''}
${shared.map((group) => groupMarkup(group))}
${alone.length === 0 ? '' : html`${shared.length === 0 ? '' : html`<h3>Each by itself <span class="quiet">${alone.length}</span></h3>`}<ul class="failures">${alone.map((clause) => itemMarkup(clause))}</ul>`}
</section>
`
}

function groupMarkup({ by, what, clauses }: LikelyCause): Markup | '' {
  const [lead, ...others] = clauses
  if (lead === undefined) return ''
  const isLed = by === 'chain'
  const listed = isLed ? others : clauses
  const items = listed.map((clause) => itemMarkup(clause))
  return html`<h3>${isLed ? html`${markOf(lead)} ${linkTo(lead.id)}` : titleOf(by, what)} <span class="quiet">${isLed ? `leads to ${others.length} more` : counted(clauses.length, 'clause')}</span></h3>
${isLed ? html`<p class="leads">${messageOf(lead)}</p>` : ''}
<ul class="failures">${items.slice(0, shownMax)}</ul>${
    items.length > shownMax
      ? html`<details><summary>${items.length - shownMax} more</summary><ul class="failures">${items.slice(shownMax)}</ul></details>`
      : ''
  }
`
}

function titleOf(by: LikelyCause['by'], what: string): Markup | string {
  if (by === 'status') return what.startsWith('no response') ? `N${what.slice(1)}` : `The response ${what}`
  return html`The ${by} <code>${text(what)}</code>`
}

function itemMarkup(clause: ReportClause): Markup {
  return html`<li>${markOf(clause)} ${linkTo(clause.id)} <span class="message">${messageOf(clause)}</span></li>`
}

function markOf(clause: ReportClause): Markup {
  const result = resultOf(clause)
  return html`<span class="${result}">${sign(result)}<span class="heard">${wordOf(result)}</span></span>`
}

function messageOf({ failures: [first], reason }: ReportClause): string {
  return first?.message ?? reason
}
