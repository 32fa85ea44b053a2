// The variations and faults of the tenant that forwards events.

/** The behaviour of the tenant: conforming variations, and one fault. */
export interface Manner {
  readonly delayMs?: number
  readonly copies?: number
  /** True reverses the order of the events of the last 200 ms. */
  readonly reversed?: boolean
  /** The pauses before repeated attempts. */
  readonly retriesMs?: readonly number[]
  readonly payload?: 'json' | 'form'
  /** Joins all events of 200 ms in one body. */
  readonly batch?: 'array' | 'object'
  /** True forwards the event to every stream that subscribes to its type. */
  readonly wide?: boolean
  /** True ignores the subscriptions and the state of the stream when an event is triggered. */
  readonly test?: boolean
  /** True if the tenant cannot reach the receiver. */
  readonly unreached?: boolean
  /** True sends the credentials only after a 401 response. */
  readonly whenAsked?: boolean
  /** True accepts only endpoints with https. */
  readonly strict?: boolean
  /** The maximum number of subscriptions. The tenant refuses longer lists. */
  readonly subscriptionsMax?: number
  /** The status of the response to each trigger. The trigger then raises no event. */
  readonly triggerStatus?: number
  readonly fault?: Fault
}

export const faults = {
  'one-type-lost': 'any.event-delivered',
  'one-event-alone': 'any.event-each-event',
  'third-event-lost': 'any.event-each-event',
  'first-subscription-alone': 'any.event-each-subscription',
  'not-subscribed': 'any.event-not-subscribed',
  'when-disabled': 'any.event-disabled',
  'when-born-disabled': 'any.event-disabled',
  'not-enabled-later': 'any.event-enabled-later',
  'not-when-renamed': 'any.event-renamed',
  'not-enabled-again': 'any.event-enabled-again',
  'old-subscriptions': 'any.event-subscriptions-updated',
  'new-subscriptions-late': 'any.event-subscriptions-updated',
  'old-endpoint': 'any.event-endpoint-updated',
  'both-endpoints': 'any.event-endpoint-updated',
  'no-authorization': 'any.event-authorization',
  'wrong-password': 'any.event-authorization',
  'credential-lost-on-update': 'any.event-authorization',
  'one-of-two': 'any.event-every-stream',
  'other-stream': 'any.event-own-stream',
  'given-up-after-failure': 'any.event-after-failure',
} as const
export type Fault = keyof typeof faults
