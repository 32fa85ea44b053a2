// Lets suites judge every response of their operation.
import type { Exchange } from '../../base/exchange.ts'
import type { Observation } from '../../oracle/index.ts'

/**
 * Gets each well-formed response to a valid request, whichever check sent it, since some faults show only sometimes. Must return
 * the same for equal responses.
 */
export type Watch = (exchange: Exchange) => readonly Observation[]
