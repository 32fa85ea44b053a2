// Keeps a stream's states, for faults of forwarding.
import type { EventStream } from '../streams/event-stream.ts'

export class StreamHistory {
  readonly first: EventStream
  wasDisabled = false
  wasRenamed = false
  wasUntouched = false
  disablings = 0
  hasFailed = false
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
