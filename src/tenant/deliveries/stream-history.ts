// The states that a stream has had, for faults of forwarding.
import type { EventStream } from '../streams/event-stream.ts'

export class StreamHistory {
  /** At the creation. */
  readonly first: EventStream
  /** An update disabled a stream that was created enabled. */
  wasDisabled = false
  wasRenamed = false
  /** An update changed nothing. */
  wasUntouched = false
  /** Updates that disabled the stream. */
  disablings = 0
  /** The receiver once answered with a 5xx. */
  hasFailed = false
  /** Ids of the events that matched. */
  readonly matched: string[] = []
  #last: EventStream

  constructor(first: EventStream) {
    this.first = first
    this.#last = first
  }

  note(stream: EventStream): void {
    const last = this.#last
    if (stream.state === 'disabled' && this.first.state === 'enabled') this.wasDisabled = true
    if (stream.name !== this.first.name) this.wasRenamed = true
    this.wasUntouched ||= (['name', 'state', 'subscriptions', 'destination'] as const).every(
      (member) => JSON.stringify(stream[member]) === JSON.stringify(last[member]),
    )
    if (last.state === 'enabled' && stream.state === 'disabled') this.disablings += 1
    this.#last = stream
  }
}
