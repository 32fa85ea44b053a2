// Records a stream's states for faults of forwarding.
import type { EventStream } from '../streams/event-stream.ts'

export class StreamHistory {
  /** The stream at its creation. */
  readonly first: EventStream
  /** True: an update disabled a stream that was created enabled. */
  wasDisabled = false
  wasRenamed = false
  /** True: an update changed nothing. */
  wasUntouched = false
  /** Number of updates that disabled the stream. */
  disablings = 0
  /** True: the receiver once sent a 5xx. */
  hasFailed = false
  /** Ids of the matching events. */
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
