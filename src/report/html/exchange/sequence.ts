// Shows the exchanges of a failure as cards, in the order of sending.
import { html } from 'hono/html'
import type { Failure } from '../../../base/event.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { changeShownBy } from '../../text/failure.ts'
import { type Markup, text } from '../markup/markup.ts'
import { pathOf, statusMarkup } from './exchange.ts'

export interface Roles {
  readonly attempt: Exchange | null
  /** The later exchange that read the result. Null if the response to the attempt shows the result. */
  readonly readBack: Exchange | null
  readonly control: Exchange | null
  readonly steps: readonly Exchange[]
}

const shownMax = 9
const pathCharactersMax = 40

export function rolesOf({ exchange, control, steps = [] }: Failure): Roles {
  const change = exchange === null ? undefined : changeShownBy(exchange, steps)
  const before = steps.filter(({ id }) => id !== change?.id && id !== control?.id)
  return change === undefined
    ? { attempt: exchange, readBack: null, control, steps: before }
    : { attempt: change, readBack: exchange, control, steps: before }
}

export function isComparable(one: Exchange | null, other: Exchange | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.operation === other.operation &&
    one.request.method === other.request.method
  )
}

export function sequenceMarkup(roles: Roles, baseUrl: string): Markup | '' {
  const { attempt, readBack, control, steps } = roles
  const cards = [
    ...steps.map((exchange) => ({ role: 'step', exchange })),
    ...(control === null ? [] : [{ role: 'control', exchange: control }]),
    ...(attempt === null ? [] : [{ role: 'attempt', exchange: attempt }]),
    ...(readBack === null ? [] : [{ role: 'read back', exchange: readBack }]),
  ].toSorted((a, b) => a.exchange.id - b.exchange.id)
  if (cards.length === 0) return ''
  const left = cards.length - shownMax
  const shown = left > 0 ? [...cards.slice(0, 3), null, ...cards.slice(3 + left)] : cards
  return html`<ol class="strip" aria-label="The exchanges, in the order of sending">${shown.map((card) =>
    card === null
      ? html`<li class="more">${left} more</li>`
      : html`<li class="${card.role.replace(' ', '-')}"><span class="role">${card.role}</span> ${statusMarkup(card.exchange)}<code>${text(lineOf(card.exchange, baseUrl))}</code></li>`,
  )}</ol>`
}

function lineOf({ request }: Exchange, baseUrl: string): string {
  const path = pathOf(request.url, baseUrl)
  return `${request.method} ${path.length > pathCharactersMax ? `${path.slice(0, pathCharactersMax)}…` : path}`
}
