// Shows the changes since the baseline report.
import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import type { Report } from '../model/report.ts'
import type { ClauseChange } from '../model/report-diff.ts'
import { clauseKinds, factorInWords, medianInWords, outcomeInWords, worseInWords } from '../text/changes.ts'
import { linkTo, listMarkup, type Markup, sign, text, wordOf } from './markup/markup.ts'

const shownMax = 12

export function changesMarkup({ baseline }: Report): Markup | '' {
  if (baseline === undefined) return ''
  const { outcome, openPoints, latency, conditions } = baseline.changes
  const kinds = clauseKinds
    .map(([kind, heading]) => [heading, baseline.changes[kind]] as const)
    .filter(([, changes]) => changes.length > 0)
  const worse = worseInWords(baseline.changes)
  return html`<section class="card changes" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">What changed</h2>
<p class="quiet">Since <code>${text(baseline.file)}</code> of ${baseline.startedAt.slice(0, 10)}: ${outcomeInWords(outcome)}.</p>
${worse === null ? '' : html`<p class="fail"><strong>Worse:</strong> ${worse}.</p>`}
${kinds.length === 0 && openPoints.length === 0 ? html`<p>Nothing: every clause has the same verdict.</p>` : ''}
${kinds.map(([heading, changes]) => changesOfKind(heading, changes))}
${
  openPoints.length === 0
    ? ''
    : html`<details><summary>${counted(openPoints.length, 'answer')} of open points changed</summary><ul>${openPoints.map(
        ({ id, question, before: was, after: is }) =>
          html`<li><code>${text(id)}</code> ${question} <span class="quiet">${answerText(was)} → ${answerText(is)}</span></li>`,
      )}</ul></details>`
}
${
  latency.length === 0
    ? ''
    : html`<h3>Latency <span class="quiet">${latency.length}</span></h3><ul>${latency.map(
        (change) =>
          html`<li><code>${text(change.operation)}</code> <span class="quiet">median ${medianInWords(change.before.medianMs)} → ${medianInWords(change.after.medianMs)}, ${factorInWords(change)}</span></li>`,
      )}</ul>`
}
${conditions.length === 0 ? '' : html`<p class="quiet">The two runs had different conditions: ${conditions.join('; ')}.</p>`}
</section>
`
}

function changesOfKind(heading: string, changes: readonly ClauseChange[]): Markup {
  const items = changes.map(
    ({ id, before, after }) =>
      html`<li>${after === null ? html`<code>${text(id)}</code>` : linkTo(id)} <span class="quiet">${before === null ? 'new' : wordOf(before)} → ${after === null ? 'gone' : html`<span class="${after}">${sign(after)} ${wordOf(after)}</span>`}</span></li>`,
  )
  return html`<h3>${heading} <span class="quiet">${changes.length}</span></h3>
${listMarkup('ids', items, shownMax)}
`
}

function answerText(answer: { readonly answer: unknown; readonly source: string } | null): string {
  return answer === null || answer.source === 'unknown' ? 'no answer' : JSON.stringify(answer.answer)
}
