// Decides whether a creation happened if its response contains no id.
import type { Exchange, TransportFailureKind } from '../../base/exchange.ts'
import { isUnavailable } from '../../oracle/index.ts'

/** `nothing`: there is no resource. `doubtful`: there is probably none. `unknown`: there may be one. */
export type CreationOutcome = 'nothing' | 'doubtful' | 'unknown'

const unsent: readonly TransportFailureKind[] = ['refused', 'unresolved', 'tls', 'budget']

export function creationOutcomeOf(exchange: Exchange): CreationOutcome {
  const { id, response, failure } = exchange
  if (id === 0 || failure?.unsent) return 'nothing'
  if (response === null) return failure !== null && unsent.includes(failure.kind) ? 'nothing' : 'unknown'
  if (isUnavailable(exchange)) return 'unknown'
  if (response.status === 201 || response.status === 202) return 'unknown'
  return response.status >= 300 && response.status < 500 ? 'nothing' : 'doubtful'
}
