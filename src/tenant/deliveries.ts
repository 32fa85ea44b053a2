// Deliveries of events to the webhooks of streams (part 6).
import { isoTime, nowMs } from '../base/clock.ts'
import type { JsonObject } from '../base/json.ts'
import type { EventStream } from './event-stream.ts'

export interface PublishedEvent {
  readonly id: string
  readonly payload: JsonObject
}

export interface Deliveries {
  publish(type: string, streams: readonly EventStream[], test: boolean): PublishedEvent
  stop(streamId: string): void
  close(): Promise<void>
}

export function makeDeliveries(): Deliveries {
  return {
    publish: (type) => ({ id: 'evt', payload: { type, time: isoTime(nowMs()) } }),
    stop: () => undefined,
    close: async () => undefined,
  }
}
