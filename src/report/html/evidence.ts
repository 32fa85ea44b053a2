// Shows the evidence of a pass.
import { html } from 'hono/html'
import { clip } from '../../base/clip.ts'
import { counted } from '../../base/text/counted.ts'
import type { ReportClause } from '../model/report.ts'
import { exchangeMarkup } from './exchange/exchange.ts'
import { isComparable } from './exchange/sequence.ts'
import { type Markup, text } from './markup/markup.ts'
import type { PageLimits } from './page-limits.ts'

const words: Readonly<Record<string, string>> = {
  accepted: 'the tenant accepted the request, as required.',
  refused: 'the tenant rejected the request, as required.',
  'as-sent': 'the response contains the values that were sent.',
  unchanged: 'the request kept the values that must not change.',
  shape: 'the response has the specified form.',
  status: 'the response has the specified status.',
  condition: 'the statement was true.',
}

const kindCharactersMax = 60
const comparedMax = 40
const showsCharactersMax = 400

export function evidenceMarkup(
  { evidence, observation, compared = [], durationMs }: ReportClause,
  baseUrl: string,
  limits: PageLimits,
): Markup | '' {
  if (evidence === 0) return ''
  const { kind = null, exchange = null, control = null, steps = [], shows } = observation ?? {}
  const view = { baseUrl, charactersMax: limits.evidenceCharacters, full: true }
  const said = kind === null ? '' : (words[kind] ?? `${clip(kind, kindCharactersMax)}.`)
  return html`<p class="rests">${counted(evidence, 'observation')} satisfied the clause${durationMs === undefined || durationMs < 1 ? '' : html`<span class="quiet">, in ${Math.round(durationMs)} ms of checks</span>`}.</p>
${compared.length === 0 ? '' : html`<p class="quiet">Compared: ${compared.slice(0, comparedMax).map((member, index) => html`${index === 0 ? '' : ', '}<code>${text(member)}</code>`)}${compared.length > comparedMax ? ` and ${compared.length - comparedMax} more` : ''}.</p>`}
${
  exchange === null && control === null
    ? said === ''
      ? ''
      : html`<p class="quiet">The first: ${said} The check compared several requests.</p>`
    : html`<p class="quiet">The first: ${shows === undefined ? said : `${clip(shows, showsCharactersMax)}.`}</p>
${steps.slice(-limits.steps).map((step) => html`<div class="sides">${exchangeMarkup(step, { ...view, title: 'Earlier request', beside: null })}</div>`)}
<div class="sides">
${exchange === null ? '' : exchangeMarkup(exchange, { ...view, title: 'Observed', beside: isComparable(exchange, control) ? control : null })}
${control === null ? '' : exchangeMarkup(control, { ...view, title: 'Control', beside: isComparable(exchange, control) ? exchange : null })}
</div>`
}`
}
