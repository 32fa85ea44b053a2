// Which stream forwards which event, to where and as whom (part 6), and how a faulty tenant errs in it.
import type { TenantEvent } from './event.ts'
import type { EventStream } from './event-stream.ts'
import type { FaultGroup, Faulty } from './fault.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'events-not-forwarded': ['any.event-delivered', 'No event is forwarded.'],
      'event-types-ignored': [
        'any.event-not-subscribed',
        'A stream forwards every event, subscribed or not.',
      ],
      'event-types-compared-by-prefix': [
        'any.event-not-subscribed',
        'A stream forwards events of which it subscribes to another one of the same resource.',
      ],
      'disabled-streams-forward': ['any.event-disabled', 'A disabled stream goes on forwarding.'],
      'enabled-again-forwards-nothing': [
        'any.event-enabled-again',
        'A stream that was disabled once never forwards again.',
      ],
      'subscriptions-of-creation-count': [
        'any.event-subscriptions-updated',
        'A stream forwards by the subscriptions with which it was created.',
      ],
      'endpoint-of-creation-counts': [
        'any.event-endpoint-updated',
        'A stream forwards to the address with which it was created.',
      ],
      'forwards-without-authorization': ['any.event-authorization', 'Deliveries carry no authorization.'],
      'forwards-without-credential': [
        'any.event-authorization',
        'Deliveries carry the user name and an empty credential.',
      ],
      'forwards-user-name-as-bearer-token': [
        'any.event-authorization',
        'Deliveries carry the user name as a bearer token.',
      ],
      'newer-streams-forward-nothing': [
        'any.event-every-stream',
        'Of streams with the same subscriptions only the oldest one forwards.',
      ],
      'other-streams-forward-too': [
        'any.event-own-stream',
        'An event that is triggered for one stream is forwarded by every one that subscribes to it.',
      ],
    },
  },
]

/** How a tenant forwards. */
export class Forwarding {
  readonly #streams: ReadonlyMap<string, EventStream>
  readonly #faulty: Faulty
  // What streams were like at first and whether they were ever disabled: only faults ask for it.
  readonly #first = new Map<string, EventStream>()
  readonly #silenced = new Set<string>()

  constructor(streams: ReadonlyMap<string, EventStream>, faulty: Faulty) {
    this.#streams = streams
    this.#faulty = faulty
  }

  /** Told of each state that a stream takes. */
  note(stream: EventStream): void {
    if (!this.#first.has(stream.id)) this.#first.set(stream.id, stream)
    if (stream.state === 'disabled') this.#silenced.add(stream.id)
  }

  /** Told that a stream is no more. */
  forget(streamId: string): void {
    this.#first.delete(streamId)
    this.#silenced.delete(streamId)
  }

  /** Whether `stream` forwards `event`. */
  wants(stream: EventStream, event: TenantEvent): boolean {
    const faulty = this.#faulty
    if (stream.destination.type !== 'webhook' || faulty('events-not-forwarded')) return false
    if (event.streamId !== null && event.streamId !== stream.id && !faulty('other-streams-forward-too'))
      return false
    if (stream.state !== 'enabled' && !faulty('disabled-streams-forward')) return false
    if (this.#silenced.has(stream.id) && faulty('enabled-again-forwards-nothing')) return false
    if (faulty('newer-streams-forward-nothing') && this.#isTwin(stream)) return false
    const counting = faulty('subscriptions-of-creation-count') ? this.#firstOf(stream) : stream
    return counting.subscriptions.some(({ event_type }) => this.#matches(event_type, event.type))
  }

  /** Where `stream` forwards to. */
  endpointOf(stream: EventStream): string {
    const counting = this.#faulty('endpoint-of-creation-counts') ? this.#firstOf(stream) : stream
    return String(counting.destination.configuration.webhook_endpoint)
  }

  /** The headers by which a delivery proves where it is from. */
  headersOf({ destination: { authorization } }: EventStream): Readonly<Record<string, string>> {
    const faulty = this.#faulty
    if (authorization === null || faulty('forwards-without-authorization')) return {}
    const username = String(authorization.shown.username)
    if (faulty('forwards-without-credential'))
      return { authorization: `Basic ${Buffer.from(`${username}:`).toString('base64')}` }
    if (faulty('forwards-user-name-as-bearer-token')) return { authorization: `Bearer ${username}` }
    const [name, value] = authorization.header
    return { [name]: value }
  }

  #matches(subscribed: string, type: string): boolean {
    if (subscribed === type || this.#faulty('event-types-ignored')) return true
    const resource = (name: string): string => name.slice(0, name.lastIndexOf('.'))
    return this.#faulty('event-types-compared-by-prefix') && resource(subscribed) === resource(type)
  }

  #firstOf(stream: EventStream): EventStream {
    return this.#first.get(stream.id) ?? stream
  }

  #isTwin(stream: EventStream): boolean {
    const key = (one: EventStream): string => JSON.stringify(one.subscriptions)
    for (const other of this.#streams.values()) {
      if (other.id === stream.id) return false
      if (key(other) === key(stream) && other.state === 'enabled') return true
    }
    return false
  }
}
