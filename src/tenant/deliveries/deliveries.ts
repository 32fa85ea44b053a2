// Forwards events to the enabled streams that subscribe to them (part 6 of the specification).
import { isoTime, nowMs } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import { deliveryTarget } from '../streams/delivery-target.ts'
import type { EventStream } from '../streams/event-stream.ts'
import type { Ids } from '../values/ids.ts'
import type { DeliveryStyle } from '../variations/variation.ts'
import { type EventAddress, eventMediaType, makeEvent, type TenantEvent, vendorMembers } from './event.ts'
import type { Forwarding } from './forwarding.ts'
import { DeliveryQueue, type QueuedDelivery } from './queue.ts'
import { isReceived, type ReceiverStatus, Sender } from './sender.ts'

export interface DeliveryAttempt {
  readonly atMs: number
  readonly eventId: string
  readonly streamId: string
  readonly url: string
  readonly status: ReceiverStatus
}

export interface DeliveryParts {
  readonly style: DeliveryStyle
  readonly deliverTo: 'loopback' | 'anywhere'
  /** PEM text of an additional trusted CA. */
  readonly ca: string | null
  /** The URI in the member `source` of each event. */
  readonly source: string
  readonly ids: Ids
  readonly streams: ReadonlyMap<string, EventStream>
  readonly forwarding: Forwarding
  /** Called when the waiting deliveries change. */
  readonly onChange?: () => void
}

/** Contains no credential, because each attempt uses the current credential of the stream. */
export interface WaitingDelivery extends QueuedDelivery {
  readonly streamId: string
}

const attemptsKeptMax = 10_000
const pastKeptMax = 10_000

/** A delivery in the format of the public vendor's API. */
export interface PastDelivery {
  readonly [member: string]: Json
  readonly id: string
  readonly event_type: string
}

export class Deliveries {
  readonly #parts: DeliveryParts
  readonly #sender: Sender
  readonly #queues = new Map<string, DeliveryQueue>()
  readonly #ending = new AbortController()
  readonly #attempts: DeliveryAttempt[] = []
  readonly #past = new Map<string, { readonly streamId: string; readonly event: TenantEvent }>()

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    this.#sender = new Sender(parts.style.timeoutMs, parts.ca)
  }

  /** Queues the event for each stream that forwards it. Does not wait for the deliveries. */
  publish(type: string, address: EventAddress): TenantEvent {
    const { ids, source, streams, forwarding } = this.#parts
    const event = makeEvent(ids.event(), type, source, address)
    for (const stream of streams.values())
      if (forwarding.wants(stream, event)) {
        this.#notePast(stream.id, event)
        this.#queueOf(stream.id).add(event)
      }
    return event
  }

  /** Returns the latest delivery first. */
  pastOf(streamId: string): readonly PastDelivery[] {
    const past = [...this.#past.values()].filter((one) => one.streamId === streamId)
    return past.reverse().map(({ event }) => {
      const attempts = this.#attempts.filter((one) => one.eventId === event.id && one.streamId === streamId)
      return {
        id: event.id,
        event_stream_id: streamId,
        status: attempts.some(({ status }) => isReceived(status))
          ? 'success'
          : attempts.length === 0
            ? 'pending'
            : 'failed',
        event_type: event.type,
        attempts: attempts.map(({ atMs, status }) => ({
          status: isReceived(status) ? 'success' : 'failed',
          timestamp: isoTime(atMs),
          ...(status === null ? { error_message: 'No response' } : {}),
        })),
        event: event.payload,
      }
    })
  }

  repeat(streamId: string, eventId: string): void {
    const past = this.#past.get(`${streamId} ${eventId}`)
    if (past !== undefined) this.#queueOf(streamId).add(past.event)
  }

  /** For each stream, begun deliveries come before new events. The oldest event comes first. */
  get waiting(): readonly WaitingDelivery[] {
    return [...this.#queues].flatMap(([streamId, { waiting }]) =>
      waiting.map((delivery) => ({ streamId, ...delivery })),
    )
  }

  /** Continues a saved delivery. */
  resume({ streamId, ...delivery }: WaitingDelivery): void {
    for (const event of delivery.events) this.#notePast(streamId, event)
    this.#queueOf(streamId).resume(delivery)
  }

  /** Drops the deliveries of a disabled or deleted stream. */
  stop(streamId: string): void {
    this.#queues.get(streamId)?.stop()
    this.#queues.delete(streamId)
  }

  /** Returns the oldest attempt first. */
  get attempts(): readonly DeliveryAttempt[] {
    return [...this.#attempts]
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#sender.close()
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  #notePast(streamId: string, event: TenantEvent): void {
    this.#past.set(`${streamId} ${event.id}`, { streamId, event })
    const [oldest] = this.#past.keys()
    if (this.#past.size > pastKeptMax && oldest !== undefined) this.#past.delete(oldest)
  }

  #queueOf(streamId: string): DeliveryQueue {
    const known = this.#queues.get(streamId)
    if (known !== undefined) return known
    const attempt = (events: readonly TenantEvent[], signal: AbortSignal) =>
      this.#attempt(streamId, events, signal)
    const { style, onChange = () => undefined } = this.#parts
    const queue = new DeliveryQueue(style, attempt, this.#ending.signal, onChange)
    this.#queues.set(streamId, queue)
    return queue
  }

  // Reads the stream before each attempt, because the stream may have been updated or deleted meanwhile.
  async #attempt(
    streamId: string,
    events: readonly TenantEvent[],
    signal: AbortSignal,
  ): Promise<{ status: ReceiverStatus } | null> {
    const { streams, deliverTo, forwarding, style } = this.#parts
    const stream = streams.get(streamId)
    if (stream === undefined || style.reach === 'none') return null
    const wanted = events.filter((event) => forwarding.wants(stream, event))
    const url = deliveryTarget(forwarding.endpointOf(stream), deliverTo)
    if (wanted.length === 0 || url === null) return null
    const authorization = forwarding.headersOf(stream)
    const send = (headers: Readonly<Record<string, string>>) =>
      this.#sender.send(
        {
          url,
          headers: { 'content-type': eventMediaType, ...headers },
          body: JSON.stringify(this.#bodyOf(wanted, streamId)),
        },
        signal,
      )
    const asked = style.authorization === 'when-asked'
    let status = await send(asked ? {} : authorization)
    if (asked && status === 401) status = await send(authorization)
    forwarding.noteStatus(streamId, status)
    if (this.#attempts.length >= attemptsKeptMax) this.#attempts.splice(0, attemptsKeptMax / 2)
    for (const { id } of wanted)
      this.#attempts.push({ atMs: nowMs(), eventId: id, streamId, url: url.href, status })
    return { status }
  }

  #bodyOf(events: readonly TenantEvent[], streamId: string): Json {
    const { batch, vendorMembers: further } = this.#parts.style
    const payloads = events.map((event) => ({
      ...event.payload,
      ...(further ? vendorMembers(event, streamId) : {}),
    }))
    if (batch === 'none') return payloads[0] ?? null
    return batch === 'array' ? payloads : { count: payloads.length, events: payloads }
  }
}
