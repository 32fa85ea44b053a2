// The outcome of a creation: what an answer without an id says of whether something was made.
import type { Exchange, TransportFailureKind } from '../../base/exchange.ts'
import { isUnavailable, isUndecided } from '../../oracle/index.ts'

/** `doubtful`: most likely nothing was made; worth asking where the tenant can list what there is. */
export type CreationOutcome = 'nothing' | 'doubtful' | 'unknown'

// The request did not reach the tenant.
const unsent: readonly TransportFailureKind[] = ['refused', 'unresolved', 'tls', 'budget']

/** What the answer to a creation says that shows no id. */
export function creationOutcomeOf(exchange: Exchange): CreationOutcome {
  const { id, response, failure } = exchange
  if (id === 0 || failure?.unsent) return 'nothing'
  if (response === null) return failure !== null && unsent.includes(failure.kind) ? 'nothing' : 'unknown'
  // What stands before the tenant does not know what became of what it has passed on.
  if (isUnavailable(exchange)) return 'unknown'
  // It says that something was made, or will be.
  if (response.status === 201 || response.status === 202) return 'unknown'
  return response.status >= 300 && response.status < 500 ? 'nothing' : 'doubtful'
}

/** Whether an exception says that a request was not sent: any other one may have come after it. */
export function isUnsent(error: unknown): boolean {
  return isUndecided(error)
}
