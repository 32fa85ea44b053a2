// Forwarders, triggered events and their deliveries.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Delivery, Inbox } from './inbox.ts'

/** A resource of the run that forwards to its own inbox. */
export interface Forwarder {
  readonly id: string
  readonly created: Attempt
  /** Response to the creation. */
  readonly body: JsonObject
  readonly inbox: Inbox
  readonly type: string
}

export interface Triggered {
  readonly forwarder: Forwarder
  readonly trigger: Exchange
  /** Earlier requests that the event depends on. */
  readonly steps: readonly Exchange[]
}

export interface Outcome extends Triggered {
  /** Null if none followed. */
  readonly delivery: Delivery | null
}
