// An inbox: what one address of the receiver got, and how it answers.
import { nowMs, sleep } from '../../base/clock.ts'

/** One request that a tenant sent to an inbox. */
export interface Delivery {
  readonly method: string
  /** Names are lower-case; repeated ones are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8; malformed bytes appear as U+FFFD. */
  readonly body: string
  /** False where the body was longer than is kept. */
  readonly whole: boolean
  /** When its head had arrived, in milliseconds since the epoch. */
  readonly receivedAtMs: number
  /** The status that it was answered with. */
  readonly status: number
}

/** How a delivery is answered. */
export interface Answer {
  readonly status: number
  /** Milliseconds from the delivery to its answer. */
  readonly delayMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

// A tenant that never stops must not fill the memory.
const deliveriesMax = 1_000

// An abort, and a deadline that has moved, is noticed after this long at the latest.
const glanceMs = 100

const stoodStillMsMax = 60_000

export class Inbox {
  /** Where a tenant sends deliveries to. */
  readonly url: string
  readonly #deliveries: Delivery[] = []
  readonly #waiting = new Set<AbortController>()
  #answers: (earlier: number) => Answer = () => ({ status: 200 })
  #arrived = 0
  #full = false

  constructor(url: string) {
    this.url = url
  }

  /** What has arrived, in the order of arrival. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries
  }

  /** Whether deliveries were dropped: then one that is not there may have come all the same. */
  get full(): boolean {
    return this.#full
  }

  /** From now on each delivery is answered by what `answer` returns for the number of those before it. */
  answerWith(answer: (earlier: number) => Answer): void {
    this.#answers = answer
  }

  /** The answer to a delivery that is about to be recorded. */
  nextAnswer(): Answer {
    const answer = this.#answers(this.#arrived)
    this.#arrived += 1
    return answer
  }

  /** Records a delivery and wakes whoever waits for one. */
  record(delivery: Delivery): void {
    if (this.#deliveries.length < deliveriesMax) this.#deliveries.push(delivery)
    else this.#full = true
    this.#wake()
  }

  /** Notes that a delivery is not recorded, as all inboxes together hold enough. */
  drop(): void {
    this.#full = true
    this.#wake()
  }

  #wake(): void {
    for (const waiting of this.#waiting) waiting.abort()
  }

  /**
   * Waits for the first delivery that `wanted` accepts. Time in which this process stood still does not count: what
   * arrived meanwhile has not been read.
   * @param deadlineMs until when, in milliseconds since the epoch; asked again as time passes
   * @returns null when the deadline has passed or the signal has aborted
   */
  async first(
    wanted: (delivery: Delivery) => boolean,
    deadlineMs: () => number,
    signal: AbortSignal,
  ): Promise<Delivery | null> {
    let stoodStillMs = 0
    for (;;) {
      const found = this.#deliveries.find(wanted)
      if (found !== undefined) return found
      const fromMs = nowMs()
      const leftMs = deadlineMs() + Math.min(stoodStillMs, stoodStillMsMax) - fromMs
      if (leftMs <= 0 || signal.aborted) return null
      const woken = new AbortController()
      this.#waiting.add(woken)
      await sleep(Math.min(leftMs, glanceMs), woken.signal)
      this.#waiting.delete(woken)
      stoodStillMs += Math.max(0, nowMs() - fromMs - 2 * glanceMs)
    }
  }
}
