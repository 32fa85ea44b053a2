// Describes a failure in words.
import type { Failure } from '../../base/event.ts'
import { changesNothing, describeSent, type Exchange } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import type { Leads } from '../causes/causes.ts'
import { describeControl } from './plain.ts'

type FailureFacts = Pick<Failure, 'exchange' | 'control' | 'steps' | 'expected' | 'received'>

export function inWords(
  failure: FailureFacts,
  baseUrl: string,
): readonly (readonly [label: string, text: string])[] {
  const { exchange, control, expected, received, steps = [] } = failure
  const changed = exchange === null ? undefined : changeShownBy(exchange, steps)
  return [
    ...(exchange === null ? [] : [['sent', sentInWords(failure, exchange, changed, baseUrl)] as const]),
    ['expected', expected],
    ['received', withStatus(received, exchange)],
    [
      'control',
      control === null
        ? withoutControl(failure)
        : `for comparison, ${describeControl(control, changed ?? exchange, baseUrl)}`,
    ],
  ]
}

export function commandsInWords({ control, curl }: Pick<Failure, 'control' | 'curl'>): string {
  return control !== null && curl.includes('\n') ? 'the sent request, after the requests that it needs' : ''
}

export function labelledCommands(failure: Pick<Failure, 'control' | 'curl'>): readonly string[] {
  const words = commandsInWords(failure)
  return [...(words === '' ? [] : [labelled('curl', `${words}:`)]), failure.curl]
}

export function labelled(label: string, text: string): string {
  return `${label.padEnd(10)}${text}`
}

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

function withStatus(received: string, exchange: Exchange | null): string {
  const status = exchange?.response?.status
  return status === undefined || received.startsWith(String(status)) ? received : `${status} · ${received}`
}

/**
 * Returns the last changing request if `exchange` only shows its effect, as reads and fixture requests do.
 */
export function changeShownBy(exchange: Exchange, steps: readonly Exchange[]): Exchange | undefined {
  const isAid = changesNothing(exchange.request) || exchange.operation.startsWith('fixture:')
  return isAid ? steps.findLast(({ request }) => !changesNothing(request)) : undefined
}

function sentInWords(
  { control }: FailureFacts,
  exchange: Exchange,
  changed: Exchange | undefined,
  baseUrl: string,
): string {
  const often = exchange.response?.status === 429 ? ', one of many at once' : ''
  if (changed === undefined) return `${describeSent(exchange, baseUrl, control)}${often}`
  const got = changed.response === null ? 'no response' : `got ${changed.response.status}`
  return `${describeSent(changed, baseUrl, control)} (${got}) · then ${describeSent(exchange, baseUrl)}`
}

export function withoutControl({ exchange, steps = [] }: FailureFacts): string {
  if (exchange === null) return 'none: the failure needs more than one request'
  return changeShownBy(exchange, steps) === undefined
    ? 'not needed: the response alone shows the failure'
    : 'not needed: the response must contain the values sent before'
}
