// Records the states of a stream. Faults of the forwarding depend on this history.
import type { EventStream } from '../streams/event-stream.ts'

export class StreamHistory {
  /** The stream at its creation. */
  readonly first: EventStream
  /** True if an update disabled a stream that was created as enabled. */
  wasDisabled = false
  wasRenamed = false
  /** True after an update that changed nothing. */
  wasUntouched = false
  /** The number of updates that disabled the stream. */
  timesDisabled = 0
  /** True after a 5xx response of the receiver. */
  hasFailed = false
  /** The ids of the events that match a subscription of the stream. */
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
    if (last.state === 'enabled' && stream.state === 'disabled') this.timesDisabled += 1
    this.#last = stream
  }
}
