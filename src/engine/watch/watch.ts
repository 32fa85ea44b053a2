// What a suite watches in the answers of its operation.
import type { Exchange } from '../../base/exchange.ts'
import type { Observation } from '../../oracle/index.ts'

/**
 * What one answer says about clauses, which are named as checks are. It gets every answer to a valid request that has the form of its
 * schema, whichever check asked for it: what shows now and then need not show to the check of its own clause. Of equal answers it says the same.
 */
export type Watch = (exchange: Exchange) => readonly Observation[]
