// One clause in the HTML report: a line that opens to the statement, the reason and the failures side by side.
import { html } from 'hono/html'
import type { Failure } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { tokenInWords } from '../../base/token-in-words.ts'
import type { Causes } from '../model/causes.ts'
import type { ReportClause } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { causeInWords, withoutControl } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { counted, duration } from '../text/plain.ts'

/** A piece of escaped HTML. */
export type Markup = ReturnType<typeof html>

/** The clause as an element that opens; failures are open from the start. */
export function clauseMarkup(clause: ReportClause, causes: Causes): Markup {
  const result = resultOf(clause)
  const open = result === 'fail' || result === 'deviation' || result === 'error'
  const opened = open ? html`open` : ''
  return html`<details class="clause" id="${clause.id}" data-verdict="${result}" data-level="${clause.level}" data-operation="${clause.operation}" ${opened}>
<summary><span class="verdict ${result}">${mark(result)} ${result.replace('-', ' ')}</span> <span class="level">${clause.level}</span> <code>${clause.id}</code>${clause.part === '' ? '' : html` <span class="quiet">part ${clause.part}</span>`}</summary>
<div class="body">
<p>${clause.statement}</p>
${clause.reason === '' ? '' : html`<p class="quiet">${clause.reason}</p>`}
${causeInWords(clause.id, causes).map(([label, text]) => html`<p class="quiet">${label}: ${text}.</p>`)}
${clause.waived === undefined ? '' : html`<p>Waived: ${excuseInWords(clause.waived)}.</p>`}
${result === 'gap' && clause.gap !== undefined ? html`<p>Gap: ${excuseInWords(clause.gap)}.</p>` : ''}
${clause.evidence === 0 ? '' : html`<p class="quiet">${counted(clause.evidence, 'observation')} satisfied the clause.</p>`}
${clause.failures.map((failure, index) => failureMarkup(failure, index + 1, clause.failures.length))}
</div>
</details>
`
}

function failureMarkup(failure: Failure, number: number, total: number): Markup {
  const { exchange, control, steps = [] } = failure
  return html`<div class="failure">
<h3>${total > 1 ? `Failure ${number} of ${total}: ` : ''}${failure.message}</h3>
<div class="sides">
<div><h4>Expected</h4><pre>${failure.expected}</pre></div>
<div><h4>Received</h4><pre>${failure.received}</pre></div>
</div>
${steps.length === 0 ? '' : html`<div class="sides">${steps.map((step) => exchangeMarkup('Before it', step))}</div>`}
<div class="sides">
${exchange === null ? '' : exchangeMarkup('Sent', exchange)}
${control === null ? html`<p class="quiet">Control: ${withoutControl(failure)}.</p>` : exchangeMarkup('Control, which differs in one point', control)}
</div>
${failure.curl === '' ? '' : html`<h4>Send it again</h4><pre>${failure.curl}</pre>`}
<p class="quiet">Seed ${failure.seed}${failure.path === null ? '' : html`, path <code>${failure.path}</code>`}</p>
</div>
`
}

function exchangeMarkup(title: string, exchange: Exchange): Markup {
  const { request, response, failure } = exchange
  const token = tokenInWords(exchange.principal)
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers), '', request.body ?? '']
  const received =
    response === null
      ? [failure?.message ?? 'no response']
      : [String(response.status), ...headerLines(response.headers), '', response.body]
  return html`<div>
<h4>${title} <span class="quiet">(request ${exchange.id}${token === null ? '' : `, token: ${token}`})</span></h4>
<pre>${sent.join('\n').trimEnd()}</pre>
<h4>Answer <span class="quiet">(after ${duration(exchange.durationMs)}${response?.wellFormed === false ? ', not well-formed UTF-8' : ''})</span></h4>
<pre>${received.join('\n').trimEnd()}</pre>
</div>
`
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function mark(result: Result): Markup {
  const marks: Partial<Record<Result, string>> = {
    pass: '✓',
    fail: '✗',
    error: '✗',
    deviation: '!',
    waived: '~',
    gap: '~',
    inconclusive: '?',
  }
  return html`<span aria-hidden="true">${marks[result] ?? '–'}</span>`
}
