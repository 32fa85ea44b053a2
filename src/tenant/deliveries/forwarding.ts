// Decides which streams forward an event, and to which address, with faults (part 6 of the specification).

import type { FaultGroup, Faulty } from '../faults/fault.ts'
import type { EventStream } from '../streams/event-stream.ts'
import type { TenantEvent } from './event.ts'
import { StreamHistory } from './stream-history.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      'events-of-updates-not-forwarded': [
        'any.event-delivered',
        'Events whose type ends with ".updated" are not forwarded.',
      ],
      'path-of-endpoint-dropped': [
        'any.event-delivered',
        'Events are forwarded to the address of the stream without its path.',
      ],
      'first-event-forwarded-alone': [
        'any.event-each-event',
        'A stream forwards only the first matching event.',
      ],
      'third-event-not-forwarded': [
        'any.event-each-event',
        'A stream does not forward the third matching event.',
      ],
      'first-subscription-counts-alone': [
        'any.event-each-subscription',
        'A stream uses only the first of its subscriptions.',
      ],
      'last-subscription-counts-alone': [
        'any.event-each-subscription',
        'A stream uses only the last of its subscriptions.',
      ],
      'third-subscription-ignored': [
        'any.event-each-subscription',
        'A stream uses only the first two of its subscriptions.',
      ],
      'event-types-ignored': [
        'any.event-not-subscribed',
        'A stream also forwards events to which it does not subscribe.',
      ],
      'event-types-compared-by-prefix': [
        'any.event-not-subscribed',
        'A stream that subscribes to user.created also forwards user.deleted.',
      ],
      'event-types-contained-match': [
        'any.event-not-subscribed',
        'A stream also forwards events whose type is a part of a subscribed type, such as user.',
      ],
      'event-types-beginning-alike-match': [
        'any.event-not-subscribed',
        'A stream also forwards events whose type begins with a subscribed type.',
      ],
      'failed-streams-forward-nothing': [
        'any.event-after-failure',
        'A stream stops forwarding after one 5xx response of its receiver.',
      ],
      'disabled-streams-forward': ['any.event-disabled', 'A disabled stream still forwards events.'],
      'streams-disabled-twice-forward': [
        'any.event-disabled',
        'A stream that is disabled for the second time still forwards events.',
      ],
      'streams-disabled-at-creation-forward': [
        'any.event-disabled',
        'A stream that was created as disabled still forwards events; a stream disabled later does not.',
      ],
      'enabled-again-forwards-nothing': [
        'any.event-enabled-again',
        'A stream that an update disabled forwards nothing after a later update enables it.',
      ],
      'enabled-later-forwards-nothing': [
        'any.event-enabled-later',
        'A stream that was created as disabled forwards nothing after it is enabled.',
      ],
      'renamed-streams-forward-nothing': ['any.event-renamed', 'A renamed stream stops forwarding.'],
      'untouched-streams-forward-nothing': [
        'any.event-renamed',
        'A stream stops forwarding after an update that changes nothing.',
      ],
      'enabled-twice-forwards-nothing': [
        'any.event-enabled-again',
        'A stream forwards nothing after it is enabled for the second time.',
      ],
      'subscriptions-of-creation-count': [
        'any.event-subscriptions-updated',
        'A stream forwards events by its first subscriptions, even after an update changed them.',
      ],
      'endpoint-of-creation-counts': [
        'any.event-endpoint-updated',
        'A stream forwards events to its first address, even after an update changed the address.',
      ],
      'forwards-without-authorization': ['any.event-authorization', 'Deliveries carry no authorization.'],
      'forwards-without-credential': [
        'any.event-authorization',
        'Deliveries contain the user name and an empty password.',
      ],
      'forwards-user-name-as-bearer-token': [
        'any.event-authorization',
        'Deliveries send the user name as a bearer token.',
      ],
      'newer-streams-forward-nothing': [
        'any.event-every-stream',
        'If streams have the same list of two or more subscriptions, only the oldest enabled stream forwards.',
      ],
      'other-streams-forward-too': [
        'any.event-own-stream',
        'An event triggered for one stream is forwarded by all streams that subscribe to it.',
      ],
    },
  },
]

export class Forwarding {
  readonly #streams: ReadonlyMap<string, EventStream>
  readonly #faulty: Faulty
  readonly #histories = new Map<string, StreamHistory>()

  constructor(streams: ReadonlyMap<string, EventStream>, faulty: Faulty) {
    this.#streams = streams
    this.#faulty = faulty
  }

  /** Records the current state of the stream. */
  note(stream: EventStream): void {
    const known = this.#histories.get(stream.id)
    if (known === undefined) this.#histories.set(stream.id, new StreamHistory(stream))
    else known.note(stream)
  }

  forget(streamId: string): void {
    this.#histories.delete(streamId)
  }

  /** @param status null if the receiver did not respond */
  noteStatus(streamId: string, status: number | null): void {
    const history = this.#histories.get(streamId)
    if (history !== undefined && status !== null && status >= 500) history.hasFailed = true
  }

  wants(stream: EventStream, event: TenantEvent): boolean {
    const faulty = this.#faulty
    if (stream.destination.type !== 'webhook') return false
    if (event.type.endsWith('.updated') && faulty('events-of-updates-not-forwarded')) return false
    if (event.streamId !== null && event.streamId !== stream.id && !faulty('other-streams-forward-too'))
      return false
    if (event.isTest) return true
    if (!this.#isActive(stream)) return false
    if (this.#historyOf(stream).hasFailed && faulty('failed-streams-forward-nothing')) return false
    if (faulty('newer-streams-forward-nothing') && this.#isTwin(stream)) return false
    return this.#subscribes(stream, event.type) && this.#isOneOfThose(stream, event)
  }

  endpointOf(stream: EventStream): string {
    const counting = this.#faulty('endpoint-of-creation-counts') ? this.#historyOf(stream).first : stream
    const endpoint = String(counting.destination.configuration.webhook_endpoint)
    return this.#faulty('path-of-endpoint-dropped') ? new URL('/', endpoint).href : endpoint
  }

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

  #isActive(stream: EventStream): boolean {
    const faulty = this.#faulty
    const history = this.#historyOf(stream)
    const bornDisabled = history.first.state === 'disabled'
    if (bornDisabled && faulty('enabled-later-forwards-nothing')) return false
    if (history.wasDisabled && faulty('enabled-again-forwards-nothing')) return false
    if (history.wasRenamed && faulty('renamed-streams-forward-nothing')) return false
    if (history.wasUntouched && faulty('untouched-streams-forward-nothing')) return false
    const isTwice = history.timesDisabled > 1
    if (stream.state === 'enabled' && isTwice && faulty('enabled-twice-forwards-nothing')) return false
    if (stream.state === 'disabled' && isTwice && faulty('streams-disabled-twice-forward')) return true
    if (bornDisabled && faulty('streams-disabled-at-creation-forward')) return true
    return stream.state === 'enabled' || faulty('disabled-streams-forward')
  }

  #subscribes(stream: EventStream, type: string): boolean {
    const faulty = this.#faulty
    const { subscriptions } = faulty('subscriptions-of-creation-count')
      ? this.#historyOf(stream).first
      : stream
    const counting = faulty('first-subscription-counts-alone')
      ? 1
      : faulty('third-subscription-ignored')
        ? 2
        : subscriptions.length
    const first = faulty('last-subscription-counts-alone') ? -1 : 0
    const counted = first < 0 ? subscriptions.slice(first) : subscriptions.slice(0, counting)
    return counted.some(({ event_type }) => this.#matches(event_type, type))
  }

  // `matched` contains each event id once, because a retry of an event does not count as a new event.
  #isOneOfThose(stream: EventStream, event: TenantEvent): boolean {
    const [first, third] = ['first-event-forwarded-alone', 'third-event-not-forwarded'].map(this.#faulty)
    if (!first && !third) return true
    const { matched } = this.#historyOf(stream)
    if (!matched.includes(event.id)) matched.push(event.id)
    const index = matched.indexOf(event.id)
    return !(first && index > 0) && !(third && index === 2)
  }

  #matches(subscribed: string, type: string): boolean {
    if (subscribed === type || this.#faulty('event-types-ignored')) return true
    if (subscribed.includes(type) && this.#faulty('event-types-contained-match')) return true
    if (type.startsWith(subscribed) && this.#faulty('event-types-beginning-alike-match')) return true
    const resource = (name: string): string => name.slice(0, name.lastIndexOf('.'))
    return this.#faulty('event-types-compared-by-prefix') && resource(subscribed) === resource(type)
  }

  #historyOf(stream: EventStream): StreamHistory {
    return this.#histories.get(stream.id) ?? new StreamHistory(stream)
  }

  #isTwin(stream: EventStream): boolean {
    if (stream.subscriptions.length < 2) return false
    const key = (one: EventStream): string => JSON.stringify(one.subscriptions)
    for (const other of this.#streams.values()) {
      if (other.id === stream.id) return false
      if (key(other) === key(stream) && other.state === 'enabled') return true
    }
    return false
  }
}
