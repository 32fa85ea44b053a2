// A failure in words: what was sent, expected and received, and the control beside it, or why there is none.
import type { Failure } from '../../base/event.ts'
import { describeSent, type Exchange, isLook } from '../../base/exchange.ts'
import type { Leads } from '../model/causes.ts'
import { counted, describeControl } from './plain.ts'

type Told = Pick<Failure, 'exchange' | 'control' | 'steps' | 'expected' | 'received'>

/** Labels and texts, in the order in which they are read; the URLs relative to `baseUrl`. */
export function inWords(failure: Told, baseUrl: string): readonly (readonly [label: string, text: string])[] {
  const { exchange, control, expected, received, steps = [] } = failure
  const changed = exchange === null ? undefined : changeShownBy(exchange, steps)
  return [
    ...(exchange === null ? [] : [['sent', sentInWords(failure, exchange, changed, baseUrl)] as const]),
    ['expected', expected],
    ['received', withStatus(received, exchange)],
    [
      'control',
      control === null ? withoutControl(failure) : describeControl(control, changed ?? exchange, baseUrl),
    ],
  ]
}

/** A label and its text on one line; of several lines the texts stand below each other. */
export function labelled(label: string, text: string): string {
  return `${label.padEnd(10)}${text}`
}

/** Which failures show the same as that of the clause, with a label; nothing where it stands alone. */
export function causeInWords(
  id: string,
  causes: Leads,
): readonly (readonly [label: 'same as' | 'same in', text: string])[] {
  const lead = causes.leadOf(id)
  if (lead !== null) return [['same as', `the failure of ${lead}`]]
  const followers = causes.followersOf(id)
  if (followers.length === 0) return []
  return [['same in', `${counted(followers.length, 'more clause')}: ${followers.join(', ')}`]]
}

// The status that came belongs to what was received, whatever else is told of it.
function withStatus(received: string, exchange: Exchange | null): string {
  const status = exchange?.response?.status
  return status === undefined || received.startsWith(String(status)) ? received : `${status} · ${received}`
}

// What a look shows, or a request that is none of the API's, was made by the change before it: that is what was tried.
function changeShownBy(exchange: Exchange, steps: readonly Exchange[]): Exchange | undefined {
  const isAid = isLook(exchange.request) || exchange.operation.startsWith('fixture:')
  return isAid ? steps.findLast(({ request }) => !isLook(request)) : undefined
}

function sentInWords(
  { control }: Told,
  exchange: Exchange,
  changed: Exchange | undefined,
  baseUrl: string,
): string {
  const often = exchange.response?.status === 429 ? ', one of many at once' : ''
  if (changed === undefined) return `${describeSent(exchange, baseUrl, control)}${often}`
  const got = changed.response === null ? 'no response' : `got ${changed.response.status}`
  return `${describeSent(changed, baseUrl, control)} (${got}) · then ${describeSent(exchange, baseUrl)}`
}

/** Why there is no control. */
export function withoutControl({ exchange, steps = [] }: Told): string {
  if (exchange === null) return 'none: no single request shows this'
  return changeShownBy(exchange, steps) === undefined
    ? 'none needed: the response shows it by itself'
    : 'none needed: the response had to show what was sent before'
}
