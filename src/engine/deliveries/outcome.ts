// Outcomes: what forwards events to an inbox of the run, an event that was triggered for it, and what came of that.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Attempt } from '../../oracle/index.ts'
import type { Delivery, Inbox } from './inbox.ts'

/** One of the run that forwards events to an inbox of its own. */
export interface Forwarder {
  readonly id: string
  readonly created: Attempt
  /** What the tenant returned on creation. */
  readonly body: JsonObject
  readonly inbox: Inbox
  /** The first type of events that it forwards. */
  readonly type: string
}

/** An event that was triggered. */
export interface Triggered {
  /** What it was triggered for. */
  readonly forwarder: Forwarder
  readonly trigger: Exchange
  /** Requests without which it means nothing, in their order. */
  readonly steps: readonly Exchange[]
}

/** What came of it. */
export interface Outcome extends Triggered {
  /** The delivery that followed; null where none did. */
  readonly delivery: Delivery | null
}
