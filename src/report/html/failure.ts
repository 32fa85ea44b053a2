// Shows a failure: its differences, its exchanges, and the commands that reproduce it.
import { html } from 'hono/html'
import type { Failure } from '../../base/event.ts'
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import { counted } from '../../base/text/counted.ts'
import { commandName } from '../../base/tool.ts'
import type { ReportClause } from '../model/report.ts'
import { withoutControl } from '../text/failure.ts'
import { parted } from './exchange/difference.ts'
import { exchangeMarkup } from './exchange/exchange.ts'
import { isComparable, rolesOf, sequenceMarkup } from './exchange/sequence.ts'
import { type Markup, text } from './markup/markup.ts'
import type { PageLimits } from './page-limits.ts'

export interface FailureContext {
  readonly baseUrl: string
  /** True if a replay needs `--contract`. */
  readonly foreign: boolean
  readonly limits: PageLimits
}

export function failuresMarkup(clause: ReportClause, context: FailureContext): Markup | '' {
  const { failures, violations = failures.length } = clause
  if (failures.length === 0) return ''
  const shown = failures.slice(0, context.limits.failures)
  const more = failures.length - shown.length
  return html`${shown.map((failure, index) => failureMarkup(failure, `${index + 1} of ${violations}`, violations > 1, clause.id, context))}
${omittedMarkup(failures.length, more, violations)}`
}

function omittedMarkup(kept: number, more: number, violations: number): Markup | '' {
  const said = [
    ...(violations > kept
      ? [`The report contains ${kept} of ${counted(violations, 'failed observation')}`]
      : []),
    ...(more > 0 ? [`${counted(more, 'more failure')} ${more === 1 ? 'is' : 'are'} in report.json`] : []),
  ]
  return said.length === 0 ? '' : html`<p class="quiet">${said.join('; ')}.</p>`
}

function failureMarkup(
  failure: Failure,
  number: string,
  several: boolean,
  id: string,
  { baseUrl, foreign, limits }: FailureContext,
): Markup {
  const roles = rolesOf(failure)
  const { attempt, readBack, control, steps } = roles
  const pointer = shownPointer(failure)
  const view = { baseUrl, charactersMax: limits.failureCharacters }
  const left = steps.length - limits.steps
  const beside = [attempt, readBack].find((one) => isComparable(one, control)) ?? null
  const besideControl = (one: Exchange) => (one === beside ? control : null)
  return html`<div class="failure">
<h3>${several ? html`<span class="quiet">Failure ${number}:</span> ` : ''}${failure.message}</h3>
<div class="sides">
<div><h4>Expected</h4><pre>${sideMarkup(failure.expected, failure.received)}</pre></div>
<div><h4>Received</h4><pre>${sideMarkup(failure.received, failure.expected)}</pre></div>
</div>
${pointer === null ? '' : html`<p class="quiet">The values differ at <code>${text(pointer)}</code>, marked in the response.</p>`}
${againMarkup(failure, id, foreign)}
${sequenceMarkup(roles, baseUrl)}
<div class="sides">
${attempt === null ? '' : exchangeMarkup(attempt, { ...view, title: 'Attempt', beside: besideControl(attempt), pointer: readBack === null ? pointer : null })}
${readBack === null ? '' : exchangeMarkup(readBack, { ...view, title: 'Read back', beside: besideControl(readBack), pointer })}
${control === null ? '' : exchangeMarkup(control, { ...view, title: beside === null ? 'Control' : 'Control, accepted', beside })}
</div>
${control === null ? html`<p class="quiet">Control: ${withoutControl(failure)}.</p>` : ''}
${
  steps.length === 0
    ? ''
    : html`<details class="steps"><summary>Before the failure: ${counted(steps.length, 'exchange')}</summary>
${left > 0 ? html`<p class="quiet">The last ${limits.steps}. report.json contains ${counted(left, 'earlier exchange')}.</p>` : ''}
<div class="sides">${steps.slice(-limits.steps).map((step, index, all) => exchangeMarkup(step, { ...view, full: true, title: `Step ${steps.length - all.length + index + 1}` }))}</div></details>`
}
</div>
`
}

function shownPointer({ pointers = [], exchange }: Failure): string | null {
  const pointer = pointers[0]?.replace(/\/\*.*/, '') ?? ''
  const body = exchange === null ? null : bodyOf(exchange)
  return pointer !== '' && body?.ok === true && at(body.value, pointer) !== undefined ? pointer : null
}

function againMarkup({ curl, seed, path, exchange: attempt }: Failure, id: string, foreign: boolean): Markup {
  const clause = /^[\w.-]+$/.test(id) ? id : `'${id.replaceAll("'", "'\\''")}'`
  const replay = `${commandName} replay report.json ${clause}${foreign ? ' --contract DIR' : ''}`
  return html`<div class="again">
${curl === '' ? '' : copyable(attempt === null ? 'Send the requests again' : 'Send the attempt again', 'curl', curl)}
<div>${copyable('Repeat the check, in the folder of this page', 'replay', replay)}
<p class="quiet">Seed ${seed}${path === null ? '' : html`, path <code>${text(path)}</code>, shrunk to the smallest failing request found`}</p>
</div></div>`
}

function copyable(title: string, what: string, lines: string): Markup {
  return html`<div class="copyable"><h4>${title} <button type="button" class="copy">Copy ${what}</button></h4><pre tabindex="0" role="group" aria-label="${title}">${text(lines)}</pre></div>`
}

function sideMarkup(own: string, other: string): Markup {
  const [start, middle, end] = parted(own, other)
  return start.length + end.length < 8 || middle === ''
    ? text(own)
    : html`${text(start)}<mark>${text(middle)}</mark>${text(end)}`
}
