// Sends the deliveries of one stream one after another, with retries.
import { nowMs, sleep } from '../../base/clock.ts'
import type { DeliveryStyle } from '../variations/variation.ts'
import type { TenantEvent } from './event.ts'
import { isReceived, type ReceiverStatus } from './sender.ts'

// The maximum number of waiting events, because a receiver may never respond.
const waitingMax = 500

// The longest wait of one timer. Timers overflow after 24.8 days, and a saved file can contain any date.
const timerMsMax = 3_600_000

/** The events of one request. */
export interface QueuedDelivery {
  readonly events: readonly TenantEvent[]
  /** The number of failed attempts. */
  readonly tries: number
  /** Milliseconds since the epoch. */
  readonly dueMs: number
}

/** Resolves with null if the stream forwards none of the events, for example if it is deleted. */
export type Attempt = (
  events: readonly TenantEvent[],
  signal: AbortSignal,
) => Promise<{ readonly status: ReceiverStatus } | null>

export class DeliveryQueue {
  readonly #style: DeliveryStyle
  readonly #attempt: Attempt
  readonly #ending: AbortSignal
  readonly #changed: () => void
  #stopped = new AbortController()
  #underWay: QueuedDelivery | null = null
  #resumed: QueuedDelivery[] = []
  #waiting: TenantEvent[] = []
  #working: Promise<void> | null = null

  /**
   * @param ending ends the queue; `waiting` stays readable
   * @param changed called when `waiting` changes
   */
  constructor(style: DeliveryStyle, attempt: Attempt, ending: AbortSignal, changed: () => void) {
    this.#style = style
    this.#attempt = attempt
    this.#ending = ending
    this.#changed = changed
  }

  /** Drops the oldest event if the queue is full. */
  add(event: TenantEvent): void {
    if (this.#ending.aborted) return
    this.#waiting.push(event)
    if (this.#waiting.length > waitingMax) this.#waiting.shift()
    this.#goOn()
  }

  /** Continues a saved delivery. A delivery with failed attempts comes before new events. */
  resume(delivery: QueuedDelivery): void {
    const { events, tries } = delivery
    if (tries === 0) for (const event of events) this.add(event)
    if (tries === 0 || tries > this.#style.waitsMs.length || this.#ending.aborted) return
    this.#resumed.push(delivery)
    this.#goOn()
  }

  /** The waiting deliveries, for `resume`. */
  get waiting(): readonly QueuedDelivery[] {
    const added = this.#waiting.map((event) => ({ events: [event], tries: 0, dueMs: 0 }))
    return [...(this.#underWay === null ? [] : [this.#underWay]), ...this.#resumed, ...added]
  }

  /** Drops all deliveries. The queue still accepts later events. */
  stop(): void {
    this.#underWay = null
    this.#resumed = []
    this.#waiting = []
    this.#stopped.abort()
    this.#stopped = new AbortController()
  }

  async idle(): Promise<void> {
    await this.#working
  }

  #goOn(): void {
    this.#changed()
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
  }

  async #work(): Promise<void> {
    for (;;) {
      const waitMs = this.#resumed.length === 0 ? this.#style.delayMs : 0
      await sleep(waitMs, AbortSignal.any([this.#ending, this.#stopped.signal]))
      if (this.#ending.aborted) return
      this.#underWay = this.#next()
      if (this.#underWay === null) return
      if (await this.#deliver(this.#underWay, this.#stopped.signal)) this.#underWay = null
      this.#changed()
    }
  }

  #next(): QueuedDelivery | null {
    const { order, batch } = this.#style
    const resumed = this.#resumed.shift()
    if (resumed !== undefined) return resumed
    const all = (): TenantEvent[] => {
      const events = this.#waiting.splice(0)
      return order === 'oldest-first' ? events : events.reverse()
    }
    const one = (): TenantEvent | undefined =>
      order === 'oldest-first' ? this.#waiting.shift() : this.#waiting.pop()
    const events = batch === 'none' ? [one() ?? []].flat() : all()
    return events.length === 0 ? null : { events, tries: 0, dueMs: 0 }
  }

  /** Resolves with false if the queue ended before the delivery was complete. */
  async #deliver({ events, tries: before, dueMs }: QueuedDelivery, stopped: AbortSignal): Promise<boolean> {
    const { waitsMs, copies } = this.#style
    const signal = AbortSignal.any([this.#ending, stopped])
    let received = 0
    await until(dueMs, signal)
    for (let tries = before; !signal.aborted; tries += 1) {
      let outcome = await this.#attempt(events, signal)
      while (outcome !== null && isReceived(outcome.status)) {
        received += 1
        if (received >= copies || signal.aborted) return true
        outcome = await this.#attempt(events, signal)
      }
      // No retry after a 4xx response.
      if (stopped.aborted || outcome === null || isRefused(outcome.status)) return true
      if (this.#ending.aborted && outcome.status === null) return false
      const waitMs = waitsMs[tries]
      if (waitMs === undefined) return true
      this.#underWay = { events, tries: tries + 1, dueMs: nowMs() + waitMs }
      this.#changed()
      await sleep(waitMs, signal)
    }
    return stopped.aborted
  }
}

// Waits in a loop, because a timer can fire too early.
async function until(dueMs: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = dueMs - nowMs(); leftMs > 0 && !signal.aborted; leftMs = dueMs - nowMs())
    await sleep(Math.min(leftMs, timerMsMax), signal)
}

function isRefused(status: ReceiverStatus): boolean {
  return status !== null && status >= 400 && status < 500
}
