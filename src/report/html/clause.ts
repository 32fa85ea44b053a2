// Shows a clause as a line that opens its details.

import { html } from 'hono/html'
import { counted } from '../../base/text/counted.ts'
import { uriEncoded } from '../../base/uri.ts'
import type { Causes } from '../causes/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { excuseInWords } from '../text/outcome.ts'
import { isPlace, partInWords } from '../text/part-in-words.ts'
import { evidenceMarkup } from './evidence.ts'
import { type FailureContext, failuresMarkup } from './failure.ts'
import { breakable, linkTo, type Markup, sign, wordOf } from './markup/markup.ts'

export interface ClauseContext extends FailureContext {
  readonly causes: Causes
  readonly open: ReadonlySet<string>
}

export function clauseMarkup(clause: ReportClause, context: ClauseContext): Markup {
  const { id, level, operation, family = '', part } = clause
  const result = resultOf(clause)
  const opened = context.open.has(id) ? html`open` : ''
  return html`<details class="clause" id="${id}" data-verdict="${result}" data-level="${level}" data-operation="${operation}" data-family="${family}" data-part="${part}" ${opened}>
<summary><span class="verdict ${result}">${sign(result)} ${wordOf(result)}</span> <span class="level">${level}</span> <code class="id">${breakable(id)}</code> <span class="said" aria-hidden="true">${clause.statement}</span> ${part === '' || isPlace(part) ? '' : html`<span class="quiet">${partInWords(part)}</span> `}<span class="often">${oftenInWords(clause, result)}</span></summary>
<div class="body">
<p class="statement">${clause.statement}</p>
<p class="tools"><span class="quiet">${breakable([operation, family, partInWords(part)].filter(Boolean).join(' · '))}</span> <a href="#${uriEncoded(id)}">Link to this clause</a> <button type="button" class="copy link">Copy link</button></p>
${tellsNothing(clause) ? '' : html`<p class="reason">${clause.reason}</p>`}
${relatedMarkup(id, context.causes)}
${clause.waived === undefined ? '' : html`<p>Waived: ${excuseInWords(clause.waived)}.</p>`}
${result === 'gap' && clause.gap !== undefined ? html`<p>Gap: ${excuseInWords(clause.gap)}.</p>` : ''}
${failuresMarkup(clause, context)}
${evidenceMarkup(clause, context.baseUrl, context.limits)}
</div>
</details>
`
}

function tellsNothing({ verdict, reason, evidence, failures: [first] }: ReportClause): boolean {
  if (first !== undefined) return reason.startsWith(first.message)
  return reason === '' || (verdict === 'pass' && reason === counted(evidence, 'observation'))
}

function oftenInWords(
  { evidence, failures, violations = failures.length }: ReportClause,
  result: Result,
): string {
  if (result === 'pass') return counted(evidence, 'observation')
  if (violations === 0) return ''
  return evidence === 0
    ? `failed ${counted(violations, 'time')}`
    : `failed ${violations} of ${counted(violations + evidence, 'time')}`
}

function relatedMarkup(id: string, causes: Causes): Markup | '' {
  const lead = causes.leadOf(id)
  if (lead !== null) return html`<p class="related">Same failure as ${linkTo(lead)}</p>`
  const followers = causes.followersOf(id)
  if (followers.length === 0) return ''
  return html`<p class="related">Same failure in ${counted(followers.length, 'more clause')}: ${followers.map((follower, index) => html`${index === 0 ? '' : ', '}${linkTo(follower)}`)}</p>`
}
