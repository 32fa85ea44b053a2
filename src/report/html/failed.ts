// What failed, by likely causes: the group that one fault may explain most of stands first.
import { html } from 'hono/html'
import type { LikelyCause } from '../model/likely-causes.ts'
import type { ReportClause } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { counted } from '../text/plain.ts'
import { breakable, linkTo, type Markup, sign, text, wordOf } from './markup.ts'

const shownMax = 5

/** Nothing where nothing failed. */
export function failedMarkup(groups: readonly LikelyCause[]): Markup | '' {
  if (groups.length === 0) return ''
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0)
  const shared = groups.filter(({ by }) => by !== 'alone')
  const alone = groups.filter(({ by }) => by === 'alone').flatMap(({ clauses }) => clauses)
  return html`<section class="card failed" id="failures" aria-labelledby="failures-title"><h2 id="failures-title">What failed <span class="quiet">${counted(count, 'clause')}</span></h2>
${count > 1 ? html`<p class="quiet">By what one fault may explain, most clauses first. The first of a group is the one to look at.</p>` : ''}
${shared.map(groupMarkup)}
${alone.length === 0 ? '' : html`${shared.length === 0 ? '' : html`<h3>Each by itself <span class="quiet">${alone.length}</span></h3>`}<ul class="failures">${alone.map((clause) => itemMarkup(clause))}</ul>`}
</section>
`
}

function groupMarkup({ by, what, clauses }: LikelyCause): Markup {
  const titles = {
    chain: html`Led by <code>${breakable(what)}</code>`,
    member: html`The member <code>${text(what)}</code>`,
    status: html`The answer ${what}`,
    operation: html`The operation <code>${text(what)}</code>`,
    alone: '',
  }
  const [lead, ...others] = clauses
  return html`<h3>${titles[by]} <span class="quiet">${counted(clauses.length, 'clause')}</span></h3>
<ul class="failures">${lead === undefined ? '' : itemMarkup(lead)}${others.slice(0, shownMax - 1).map((clause) => itemMarkup(clause))}</ul>${
    others.length >= shownMax
      ? html`<details><summary>${others.length - shownMax + 1} more</summary><ul class="failures">${others.slice(shownMax - 1).map((clause) => itemMarkup(clause))}</ul></details>`
      : ''
  }
`
}

function itemMarkup(clause: ReportClause): Markup {
  const result = resultOf(clause)
  const message = clause.failures[0]?.message ?? clause.reason
  return html`<li><span class="${result}">${sign(result)}<span class="heard">${wordOf(result)}</span></span> ${linkTo(clause.id)} <span class="message">${message}</span></li>`
}
