// A failure in words: what was sent, expected and received, and the control beside it, or why there is none.
import type { Failure } from '../../base/event.ts'
import { describeSent, type Exchange } from '../../base/exchange.ts'
import { describeControl } from './plain.ts'

type Told = Pick<Failure, 'exchange' | 'control' | 'steps' | 'expected' | 'received'>

/** Labels and texts, in the order in which they are read; the URLs relative to `baseUrl`. */
export function inWords(failure: Told, baseUrl: string): readonly (readonly [label: string, text: string])[] {
  const { exchange, control, expected, received } = failure
  return [
    ...(exchange === null ? [] : [['sent', sentInWords(failure, exchange, baseUrl)] as const]),
    ['expected', expected],
    ['received', received],
    ['control', control === null ? withoutControl(failure) : describeControl(control, exchange, baseUrl)],
  ]
}

const isRead = ({ request }: Exchange): boolean => request.method === 'GET' || request.method === 'HEAD'

// What a read shows was made by the change before it: that is what was tried.
function sentInWords({ control, steps = [] }: Told, exchange: Exchange, baseUrl: string): string {
  const changed = isRead(exchange) ? steps.findLast((step) => !isRead(step)) : undefined
  if (changed === undefined) return describeSent(exchange, baseUrl, control)
  return `${describeSent(changed, baseUrl, control)} · read by ${describeSent(exchange, baseUrl)}`
}

function withoutControl({ exchange, steps = [] }: Told): string {
  if (exchange === null) return 'none: this is of no single request'
  return steps.length > 0
    ? 'none needed: what was sent before it shows what had to come'
    : 'none needed: the answer shows it by itself'
}
