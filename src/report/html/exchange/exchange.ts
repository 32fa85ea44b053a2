// Shows an exchange with marked differences, and its raw messages.
import { html } from 'hono/html'
import { clip, splitClipped } from '../../../base/clip.ts'
import type { Exchange, SentRequest } from '../../../base/exchange.ts'
import { parse } from '../../../base/json.ts'
import { counted } from '../../../base/text/counted.ts'
import { spoiltInWords, tokenInWords } from '../../../base/token-in-words.ts'
import { messageLines } from '../../text/message.ts'
import { duration } from '../../text/plain.ts'
import { type Markup, statusClass, text } from '../markup/markup.ts'
import { membersThatDiffer, parted, touches } from './difference.ts'
import { jsonLines } from './json-lines.ts'

export interface ExchangeView {
  readonly title: string
  readonly baseUrl: string
  readonly charactersMax: number
  readonly beside?: Exchange | null
  readonly pointer?: string | null
  readonly full?: boolean
}

const routine = new Set(
  'host user-agent accept accept-encoding authorization content-length date connection keep-alive transfer-encoding'.split(
    ' ',
  ),
)

export function exchangeMarkup(exchange: Exchange, view: ExchangeView): Markup {
  const { response } = exchange
  const token = tokenInWords(exchange.principal)
  const otherToken =
    view.beside !== undefined && view.beside !== null && view.beside.principal !== exchange.principal
  const tokenWords =
    token === null
      ? 'your own token'
      : `${spoiltInWords(exchange.principal) === null ? 'token' : 'credentials'}: ${token}`
  const took = duration(exchange.durationMs)
  return html`<div class="exchange">
<h4>${view.title} <span class="quiet">request ${exchange.id}${token === null && !otherToken ? '' : html`, ${otherToken ? html`<mark>${tokenWords}</mark>` : tokenWords}`}</span></h4>
<pre>${requestMarkup(exchange.request, view)}</pre>
<h4>Response ${statusMarkup(exchange)} <span class="quiet">after ${took}${response?.wellFormed === false ? ', not well-formed UTF-8' : ''}</span></h4>
<pre>${answerMarkup(exchange, view)}</pre>
${view.full === true ? '' : html`<details class="raw"><summary>Raw, with all headers</summary><pre>${text(rawText(exchange, view.charactersMax))}</pre></details>`}
</div>
`
}

export function statusMarkup({ response, failure }: Exchange): Markup {
  return response === null
    ? html`<span class="status s0">none (${failure?.kind ?? 'no response'})</span>`
    : html`<span class="status s${statusClass(response.status)}">${response.status}</span>`
}

export function pathOf(url: string, baseUrl: string): string {
  return url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url
}

function requestMarkup(
  request: SentRequest,
  { baseUrl, beside = null, charactersMax, full = false }: ExchangeView,
): Markup {
  const other = beside?.request ?? null
  const path = pathOf(request.url, baseUrl)
  const [before, differs, after] = parted(path, other === null ? path : pathOf(other.url, baseUrl))
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => full || !routine.has(name) || (other !== null && other.headers[name] !== value),
  )
  return html`<b>${text(request.method)} ${text(before)}${marked(differs)}${text(after)}</b>
${headers.map(([name, value]) => {
  const isOther = other !== null && other.headers[name] !== value && name !== 'content-length'
  return html`${isOther ? marked(`${name}: ${value}`) : html`<i>${text(`${name}: ${value}`)}</i>`}\n`
})}${request.body === null ? '' : bodyMarkup(clip(request.body, charactersMax), other?.body ?? null, null)}`
}

function answerMarkup(
  { response, failure }: Exchange,
  { pointer = null, charactersMax, full = false }: ExchangeView,
): Markup {
  if (response === null) return text(failure?.message ?? 'no response')
  const headers = Object.entries(response.headers).filter(
    ([name]) => full || !(routine.has(name) || (response.status !== 429 && /ratelimit/.test(name))),
  )
  const body = clip(response.body, charactersMax)
  return html`${headers.map(([name, value]) => html`<i>${text(`${name}: ${value}`)}</i>\n`)}${
    body === '' ? html`<i>(no body)</i>` : bodyMarkup(body, null, pointer)
  }`
}

function bodyMarkup(body: string, other: string | null, pointer: string | null): Markup {
  const { beginning, leftOut } = splitClipped(body)
  const lines = leftOut > 0 || parse(beginning).ok ? jsonLines(beginning) : null
  const differing = other === null ? null : membersThatDiffer(beginning, other)
  if (lines === null || lines.length === 0) {
    const [before, middle, after] = parted(body, other ?? body)
    return html`\n${text(before)}${marked(middle)}${text(after)}`
  }
  const pointers = [...(differing ?? []), ...(pointer === null ? [] : [pointer])]
  return html`\n${lines.map((line) => {
    const gap = '  '.repeat(line.indent)
    return html`${gap}${touches(pointers, line) ? marked(line.text) : text(line.text)}\n`
  })}${leftOut > 0 ? html`<i>… (${counted(leftOut, 'more character')})</i>` : ''}`
}

function marked(piece: string): Markup | '' {
  return piece === '' ? '' : html`<mark>${text(piece)}</mark>`
}

function rawText(exchange: Exchange, charactersMax: number): string {
  const { sent, received } = messageLines(exchange, charactersMax)
  return [...sent, '', ...received].join('\n')
}
