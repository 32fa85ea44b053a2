// The state of one tenant: everything that a request can change.
import type { JsonObject } from '../base/json.ts'
import type { Deliveries } from './deliveries/deliveries.ts'
import type { Forwarding } from './deliveries/forwarding.ts'
import type { EventStream } from './streams/event-stream.ts'
import type { Ids } from './values/ids.ts'
import { timeNow } from './values/timestamp.ts'

export interface PhoneTemplates {
  readonly enrollment_message: string
  readonly verification_message: string
}

/** The defaults of part 2.2. */
export const defaultTemplates: PhoneTemplates = {
  enrollment_message:
    '{{code}} is your verification code for {{tenant.friendly_name}}. Please enter this code to verify your enrollment.',
  verification_message: '{{code}} is your verification code for {{tenant.friendly_name}}',
}

export interface RateLimitPolicy {
  readonly id: string
  /** Whatever was sent: the fields of a policy are not shown (part 2.1). */
  readonly body: JsonObject
}

export interface StateParts {
  readonly streams: Map<string, EventStream>
  readonly ids: Ids
  readonly forwarding: Forwarding
  readonly deliveries: Deliveries
}

// Only faults ask for them.
const removedKeptMax = 1_000

export class State {
  readonly policies = new Map<string, RateLimitPolicy>()
  /** Ids that were deleted: they and those that never existed get the same answer, unless a fault tells them apart. */
  readonly deletedPolicies = new Set<string>()
  readonly streams: ReadonlyMap<string, EventStream>
  readonly ids: Ids
  readonly deliveries: Deliveries
  templates: PhoneTemplates = defaultTemplates
  /** The pairs of messages that were stored, as JSON: only a fault asks for it. */
  readonly pastTemplates = new Set<string>()
  // When the tenant was started, in nanoseconds since the epoch, and what happened to each stream, by id: only faults ask for it.
  readonly startedAt = timeNow(3)
  readonly toggles = new Map<string, number>()
  readonly renamed = new Map<string, readonly string[]>()
  readonly refusedNames = new Map<string, string>()
  readonly whenDisabled = new Map<string, EventStream>()
  readonly updates = new Map<string, number>()
  readonly removed = new Map<string, EventStream>()
  /** The stream that was removed last. */
  lastRemoved: string | null = null
  readonly #streams: Map<string, EventStream>
  readonly #forwarding: Forwarding

  constructor({ streams, ids, forwarding, deliveries }: StateParts) {
    this.#streams = streams
    this.streams = streams
    this.ids = ids
    this.#forwarding = forwarding
    this.deliveries = deliveries
  }

  /** Keeps a new stream, or what one has become. Disabling ends what is still to be delivered. */
  keep(stream: EventStream): void {
    this.#streams.set(stream.id, stream)
    this.#forwarding.note(stream)
    if (stream.state === 'disabled') this.deliveries.stop(stream.id)
  }

  /** Removes a stream. Returns whether there was one. */
  remove(streamId: string): boolean {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) return false
    this.#streams.delete(streamId)
    this.removed.set(streamId, stream)
    const [oldest] = this.removed.keys()
    if (this.removed.size > removedKeptMax && oldest !== undefined) this.removed.delete(oldest)
    this.lastRemoved = streamId
    this.deliveries.stop(streamId)
    this.#forwarding.forget(streamId)
    for (const past of [this.toggles, this.renamed, this.refusedNames, this.whenDisabled, this.updates])
      past.delete(streamId)
    return true
  }
}
