// Builds CloudEvents 1.0 in JSON (part 6 shows no format).
import { isoTime, nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'

/** The structured mode of the CloudEvents HTTP binding (3.2). */
export const eventMediaType = 'application/cloudevents+json; charset=utf-8'

export interface TenantEvent {
  readonly id: string
  readonly type: string
  /** Null: the event is for the whole tenant. */
  readonly streamId: string | null
  /** True: the event is sent whatever the stream's state and subscriptions. */
  readonly isTest: boolean
  readonly payload: JsonObject
}

export type EventAddress = Pick<TenantEvent, 'streamId' | 'isTest'>

/** @param source a URI */
export function makeEvent(id: string, type: string, source: string, address: EventAddress): TenantEvent {
  const time = isoTime(nowMs())
  return {
    id,
    type,
    ...address,
    payload: {
      specversion: '1.0',
      type,
      source,
      id,
      time,
      datacontenttype: 'application/json',
      data: { object: { id: `object_${id}`, name: 'an example', created_at: time } },
    },
  }
}

/** Returns additional members that the public vendor sends. */
export function vendorMembers(event: TenantEvent, streamId: string): JsonObject {
  return {
    a0tenant: 'reference',
    a0stream: streamId,
    ...(event.streamId === null ? {} : { a0purpose: 'test' }),
  }
}
