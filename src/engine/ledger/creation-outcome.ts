// Decides from a response without an id whether a creation happened.
import type { Exchange, TransportFailureKind } from '../../base/exchange.ts'
import { isUnavailable } from '../../oracle/index.ts'

/** `doubtful`: probably no resource, but a list can decide. */
export type CreationOutcome = 'nothing' | 'doubtful' | 'unknown'

const unsent: readonly TransportFailureKind[] = ['refused', 'unresolved', 'tls', 'budget']

export function creationOutcomeOf(exchange: Exchange): CreationOutcome {
  const { id, response, failure } = exchange
  if (id === 0 || failure?.unsent) return 'nothing'
  if (response === null) return failure !== null && unsent.includes(failure.kind) ? 'nothing' : 'unknown'
  if (isUnavailable(exchange)) return 'unknown'
  // These statuses promise a resource.
  if (response.status === 201 || response.status === 202) return 'unknown'
  return response.status >= 300 && response.status < 500 ? 'nothing' : 'doubtful'
}
