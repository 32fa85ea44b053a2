// The state of one tenant, which requests can change.
import type { Json, JsonObject } from '../base/json.ts'
import type { Deliveries } from './deliveries/deliveries.ts'
import type { Forwarding } from './deliveries/forwarding.ts'
import { Refusal } from './http/refusal.ts'
import { defaultTemplates, type PhoneTemplates } from './messages/phone-templates.ts'
import type { EventStream } from './streams/event-stream.ts'
import type { Ids } from './values/ids.ts'
import { timeNow } from './values/timestamp.ts'

export interface RateLimitPolicy {
  readonly id: string
  /** The complete sent body, because part 2.1 of the specification shows only the field `id`. */
  readonly body: JsonObject
}

export interface StateParts {
  readonly streams: Map<string, EventStream>
  readonly ids: Ids
  readonly forwarding: Forwarding
  readonly deliveries: Deliveries
}

// Limits of the history that only faults use.
const removedKeptMax = 1_000
const removedBytesMax = 16_777_216
const pastTemplatesMax = 10_000

/** Limits, because a tenant can run for a long time. */
export const storedLimits = {
  streamsMax: 10_000,
  policiesMax: 10_000,
  documentsMax: 1_000,
  /** The size of all resources together. */
  bytesMax: 67_108_864,
  /** Further waiting deliveries are not stored, so a restart loses them. */
  deliveriesMax: 10_000,
  deliveriesBytesMax: 16_777_216,
}

export class State {
  readonly policies: ReadonlyMap<string, RateLimitPolicy>
  /** Some faults treat these ids differently from unknown ids. */
  readonly deletedPolicies = new Set<string>()
  readonly streams: ReadonlyMap<string, EventStream>
  readonly ids: Ids
  readonly deliveries: Deliveries
  templates: PhoneTemplates = defaultTemplates
  /** Null if the key set was deleted. Undefined for the keys of the variation. */
  keySet: readonly JsonObject[] | null | undefined = undefined
  /** Digests of earlier templates, which a fault uses. */
  readonly pastTemplates = new Set<string>()
  // Only faults use the following data: the start time in nanoseconds, and earlier data of streams by id.
  readonly startedAt = timeNow(3)
  readonly toggles = new Map<string, number>()
  readonly renamed = new Map<string, readonly string[]>()
  readonly refusedNames = new Map<string, string>()
  readonly whenDisabled = new Map<string, EventStream>()
  readonly updates = new Map<string, number>()
  readonly removed = new Map<string, EventStream>()
  lastRemoved: string | null = null
  /** The settings of the public vendor's API, by path. */
  readonly documents: ReadonlyMap<string, Json>
  readonly #documents = new Map<string, Json>()
  readonly #policies = new Map<string, RateLimitPolicy>()
  readonly #bytes = new Map<string, number>()
  #bytesInAll = 0
  #removedBytes = 0
  readonly #streams: Map<string, EventStream>
  readonly #forwarding: Forwarding

  constructor({ streams, ids, forwarding, deliveries }: StateParts) {
    this.policies = this.#policies
    this.documents = this.#documents
    this.#streams = streams
    this.streams = streams
    this.ids = ids
    this.#forwarding = forwarding
    this.deliveries = deliveries
  }

  /** Throws Refusal if a limit is exceeded. */
  keepPolicy(policy: RateLimitPolicy): void {
    this.#reserve(this.#policies, storedLimits.policiesMax, policy.id, policy.body)
    this.#policies.set(policy.id, policy)
  }

  /** Throws Refusal if a limit is exceeded. */
  keepDocument(path: string, document: Json): void {
    this.#reserve(this.#documents, storedLimits.documentsMax, path, document)
    this.#documents.set(path, document)
  }

  /** Returns whether the policy existed. */
  removePolicy(policyId: string): boolean {
    this.#release(policyId)
    return this.#policies.delete(policyId)
  }

  noteDeletedPolicy(policyId: string): void {
    this.deletedPolicies.add(policyId)
    const [oldest] = this.deletedPolicies
    if (this.deletedPolicies.size > storedLimits.policiesMax && oldest !== undefined)
      this.deletedPolicies.delete(oldest)
  }

  /** Drops the deliveries of a disabled stream. Throws Refusal if a limit is exceeded. */
  keepStream(stream: EventStream): void {
    const { name, subscriptions, destination } = stream
    this.#reserve(this.#streams, storedLimits.streamsMax, stream.id, [name, subscriptions, destination])
    this.#streams.set(stream.id, stream)
    this.#forwarding.note(stream)
    if (stream.state === 'disabled') this.deliveries.stop(stream.id)
  }

  /** Returns whether the stream existed. */
  removeStream(streamId: string): boolean {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) return false
    this.#streams.delete(streamId)
    this.#noteRemoved(stream)
    this.#release(streamId)
    this.lastRemoved = streamId
    this.deliveries.stop(streamId)
    this.#forwarding.forget(streamId)
    for (const past of [this.toggles, this.renamed, this.refusedNames, this.whenDisabled, this.updates])
      past.delete(streamId)
    return true
  }

  notePastTemplates(digest: string): void {
    if (this.pastTemplates.size < pastTemplatesMax) this.pastTemplates.add(digest)
  }

  #noteRemoved(stream: EventStream): void {
    this.removed.set(stream.id, stream)
    this.#removedBytes += this.#bytes.get(stream.id) ?? 0
    if (this.removed.size <= removedKeptMax && this.#removedBytes <= removedBytesMax) return
    this.removed.clear()
    this.#removedBytes = 0
  }

  #reserve(kept: ReadonlyMap<string, unknown>, countMax: number, id: string, content: unknown): void {
    const bytes = JSON.stringify(content).length
    const inAll = this.#bytesInAll - (this.#bytes.get(id) ?? 0) + bytes
    if ((kept.size >= countMax && !kept.has(id)) || inAll > storedLimits.bytesMax)
      throw new Refusal(409, 'too_many_entities', 'The tenant cannot store more')
    this.#bytes.set(id, bytes)
    this.#bytesInAll = inAll
  }

  #release(id: string): void {
    this.#bytesInAll -= this.#bytes.get(id) ?? 0
    this.#bytes.delete(id)
  }
}
