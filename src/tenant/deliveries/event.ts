// Builds events in the JSON format of CloudEvents 1.0, because part 6 of the specification shows no format.
import { isoTime, nowMs } from '../../base/clock.ts'
import type { JsonObject } from '../../base/json.ts'

/** The media type of the structured mode of the CloudEvents HTTP binding (section 3.2). */
export const eventMediaType = 'application/cloudevents+json; charset=utf-8'

export interface TenantEvent {
  readonly id: string
  readonly type: string
  /** Null: the event is for all streams of the tenant. */
  readonly streamId: string | null
  /** True for a test event: the stream forwards it in any state, and without a subscription to its type. */
  readonly isTest: boolean
  readonly payload: JsonObject
}

export type EventAddress = Pick<TenantEvent, 'streamId' | 'isTest'>

/** @param source the URI of the source */
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

/** Returns the members that the vendor of `--like auth0` adds to an event. */
export function vendorMembers(event: TenantEvent, streamId: string): JsonObject {
  return {
    a0tenant: 'reference',
    a0stream: streamId,
    ...(event.streamId === null ? {} : { a0purpose: 'test' }),
  }
}
