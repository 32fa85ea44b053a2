// The deliveries of one stream: one at a time, with retries, until the stream ends them.
import { sleep } from '../../base/clock.ts'
import type { DeliveryStyle } from '../variations/variation.ts'
import type { TenantEvent } from './event.ts'
import type { Receipt } from './sender.ts'

// A receiver that never answers must not make the tenant keep more and more events.
const waitingMax = 500

/** Makes one attempt. Null where the stream no longer wants the events. */
export type Attempt = (
  events: readonly TenantEvent[],
  signal: AbortSignal,
) => Promise<{ readonly receipt: Receipt } | null>

export class DeliveryQueue {
  readonly #style: DeliveryStyle
  readonly #attempt: Attempt
  readonly #ending: AbortSignal
  #stopped = new AbortController()
  #waiting: TenantEvent[] = []
  #working: Promise<void> | null = null

  /** @param ending ends the queue for good */
  constructor(style: DeliveryStyle, attempt: Attempt, ending: AbortSignal) {
    this.#style = style
    this.#attempt = attempt
    this.#ending = ending
  }

  /** Adds an event; it is sent when those before it are done with. The longest waiting one gives way to too many. */
  add(event: TenantEvent): void {
    if (this.#ending.aborted) return
    this.#waiting.push(event)
    if (this.#waiting.length > waitingMax) this.#waiting.shift()
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
  }

  /** Ends all that waits and is under way; later events are delivered again. */
  stop(): void {
    this.#waiting = []
    this.#stopped.abort()
    this.#stopped = new AbortController()
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    const { delayMs } = this.#style
    for (;;) {
      await sleep(delayMs, AbortSignal.any([this.#ending, this.#stopped.signal]))
      const events = this.#next()
      if (events.length === 0 || this.#ending.aborted) return
      await this.#deliver(events, AbortSignal.any([this.#ending, this.#stopped.signal]))
    }
  }

  /** What goes out next, in one body. */
  #next(): readonly TenantEvent[] {
    const { order, batch } = this.#style
    if (batch !== 'none') {
      const all = this.#waiting.splice(0)
      return order === 'oldest-first' ? all : all.reverse()
    }
    const one = order === 'oldest-first' ? this.#waiting.shift() : this.#waiting.pop()
    return one === undefined ? [] : [one]
  }

  async #deliver(events: readonly TenantEvent[], signal: AbortSignal): Promise<void> {
    const { waitsMs, copies } = this.#style
    let received = 0
    for (const waitMs of [0, ...waitsMs]) {
      await sleep(waitMs, signal)
      if (signal.aborted) return
      let outcome = await this.#attempt(events, signal)
      while (outcome !== null && isReceived(outcome.receipt)) {
        received += 1
        if (received >= copies || signal.aborted) return
        outcome = await this.#attempt(events, signal)
      }
      // A 4xx answer says that the receiver will not want it later either.
      if (outcome === null || isRefused(outcome.receipt)) return
    }
  }
}

function isReceived(receipt: Receipt): boolean {
  return receipt !== null && receipt >= 200 && receipt < 300
}

function isRefused(receipt: Receipt): boolean {
  return receipt !== null && receipt >= 400 && receipt < 500
}
