// Creates the state of a tenant at its start and after a reset.
import type { Clients } from './access/clients.ts'
import { RateLimiter } from './access/rate-limit.ts'
import { Deliveries, type DeliveryParts } from './deliveries/deliveries.ts'
import { Forwarding } from './deliveries/forwarding.ts'
import type { Faulty } from './faults/fault.ts'
import { Journal, type JournalEntry } from './journal.ts'
import { State } from './state.ts'
import { restore, type StoredState, storedStateOf } from './stored-state.ts'
import type { EventStream } from './streams/event-stream.ts'
import type { Ids } from './values/ids.ts'
import type { Variation } from './variations/variation.ts'

export interface InitialStateParts extends Pick<DeliveryParts, 'deliverTo' | 'ca' | 'source' | 'onChange'> {
  readonly variation: Variation
  readonly ids: Ids
  readonly clients: Clients
  /** The faults of the whole tenant. */
  readonly any: Faulty
  readonly onRequest: ((request: JournalEntry) => void) | undefined
}

export interface InitialState {
  readonly state: State
  readonly deliveries: Deliveries
  readonly limiter: RateLimiter
  readonly journal: Journal
  /** The number of valid requests to each operation. */
  readonly served: Map<string, number>
  /** Includes the generated ids. */
  readonly stored: StoredState
}

/** @throws ConfigurationError for invalid stored data */
export function createInitialState(stored: StoredState, parts: InitialStateParts): InitialState {
  const { variation, ids, clients, any, onRequest, ...further } = parts
  const streams = new Map<string, EventStream>()
  const forwarding = new Forwarding(streams, any)
  const deliveries = new Deliveries({ ...further, style: variation.delivery, ids, streams, forwarding })
  const state = new State({ streams, ids, forwarding, deliveries })
  try {
    restore(stored, state, variation)
  } catch (error) {
    // The tenant does not start, so it must not send the restored deliveries.
    void deliveries.close()
    throw error
  }
  return {
    ...{ state, deliveries, served: new Map() },
    limiter: new RateLimiter(variation),
    journal: new Journal(onRequest),
    stored: storedStateOf(state, clients, variation),
  }
}
