// Turns the exception that ended a check into a finding.
import { messageOf } from '../../base/error.ts'
import { type Exchange, isUninformative, isUnsent } from '../../base/exchange.ts'
import { type Evidence, Inconclusive, NotAllowed, NotApplicable, NotRun } from '../../oracle/index.ts'
import type { Open } from '../judge/findings.ts'

export function silentAmong({ exchange, control, steps = [] }: Partial<Evidence>): Exchange | null {
  return [exchange, control, ...steps].find((one) => one != null && isUninformative(one)) ?? null
}

export function silenceOf(exchange: Exchange): string {
  const what = isUnsent(exchange) ? 'a request was not sent' : 'a response was not read'
  return `${what}: ${exchange.failure?.message ?? 'no reason is known'}`
}

export const nothingObserved = 'the check got no response that shows whether the tenant satisfies the clause'

export function opened(end: unknown): Open {
  if (end instanceof Inconclusive) return { verdict: 'inconclusive', reason: end.message, origin: end.origin }
  if (end instanceof NotAllowed)
    return { verdict: 'not-run', reason: end.message, origin: end.origin, notAllowed: true }
  if (end instanceof NotRun) return { verdict: 'not-run', reason: end.message, origin: end.origin }
  if (end instanceof NotApplicable) return { verdict: 'not-applicable', reason: end.message }
  return { verdict: 'error', reason: describeError(end) }
}

function describeError(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
  return `the check itself failed, which is a bug in tenant-conformance: ${stack.split('\n').slice(0, 4).join(' ')}`
}
