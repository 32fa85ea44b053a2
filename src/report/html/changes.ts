// What changed since the earlier report that a run was compared with.
import { html } from 'hono/html'
import type { ClauseChange } from '../model/diff.ts'
import type { Report } from '../model/report.ts'
import { counted } from '../text/plain.ts'
import { linkTo, type Markup, sign, text, wordOf } from './markup/markup.ts'

const shownMax = 12

/** Nothing where there is no earlier report. */
export function changesMarkup({ baseline }: Report): Markup | '' {
  if (baseline === undefined) return ''
  const { outcome, newlyFailing, fixed, changed, gone, new: added, openPoints, conditions } = baseline.changes
  const lists: readonly (readonly [string, readonly ClauseChange[]])[] = [
    ['Newly failing', newlyFailing],
    ['Fixed', fixed],
    ['Changed otherwise', changed],
    ['New clauses', added],
    ['Gone', gone],
  ]
  const told = lists.filter(([, changes]) => changes.length > 0)
  const before =
    outcome.before === outcome.after ? `${outcome.after}, as before` : `${outcome.before} → ${outcome.after}`
  return html`<section class="card changes" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">What changed</h2>
<p class="quiet">Since <code>${text(baseline.file)}</code> of ${baseline.startedAt.slice(0, 10)}: ${before}.</p>
${told.length === 0 && openPoints.length === 0 ? html`<p>Nothing: every clause came to the same.</p>` : ''}
${told.map(([heading, changes]) => listMarkup(heading, changes))}
${
  openPoints.length === 0
    ? ''
    : html`<details><summary>${counted(openPoints.length, 'answer')} of open points changed</summary><ul>${openPoints.map(
        ({ id, question, before: was, after: is }) =>
          html`<li><code>${text(id)}</code> ${question} <span class="quiet">${said(was)} → ${said(is)}</span></li>`,
      )}</ul></details>`
}
${conditions.length === 0 ? '' : html`<p class="quiet">The two runs were not alike: ${conditions.join('; ')}.</p>`}
</section>
`
}

function listMarkup(heading: string, changes: readonly ClauseChange[]): Markup {
  const items = changes.map(
    ({ id, before, after }) =>
      html`<li>${after === null ? html`<code>${text(id)}</code>` : linkTo(id)} <span class="quiet">${before === null ? 'new' : wordOf(before)} → ${after === null ? 'gone' : html`<span class="${after}">${sign(after)} ${wordOf(after)}</span>`}</span></li>`,
  )
  return html`<h3>${heading} <span class="quiet">${changes.length}</span></h3>
<ul class="ids">${items.slice(0, shownMax)}</ul>${
    items.length > shownMax
      ? html`<details><summary>${items.length - shownMax} more</summary><ul class="ids">${items.slice(shownMax)}</ul></details>`
      : ''
  }
`
}

function said(answer: { readonly answer: unknown; readonly source: string } | null): string {
  return answer === null || answer.source === 'unknown' ? 'no answer' : JSON.stringify(answer.answer)
}
