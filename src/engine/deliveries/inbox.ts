// Stores the deliveries to one address, and chooses the responses to them.
import { nowMs, sleep } from '../../base/clock.ts'

export interface Delivery {
  readonly method: string
  /** As Node.js reads them: names in lower case, most repeated headers joined by ", ", some only once. */
  readonly headers: Readonly<Record<string, string>>
  /** The character U+FFFD replaces bytes that are not valid UTF-8. */
  readonly body: string
  /** False if the body was truncated. */
  readonly whole: boolean
  /** When the head of the request arrived, in milliseconds since the epoch. */
  readonly receivedAtMs: number
  readonly status: number
}

export interface Answer {
  readonly status: number
  readonly delayMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

const deliveriesMax = 1_000

const glanceMs = 100

const stoodStillMsMax = 60_000

export class Inbox {
  readonly url: string
  readonly #deliveries: Delivery[] = []
  readonly #waiting = new Set<AbortController>()
  #answers: (earlier: number) => Answer = () => ({ status: 200 })
  #arrived = 0
  #full = false

  constructor(url: string) {
    this.url = url
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries
  }

  get full(): boolean {
    return this.#full
  }

  answerWith(answer: (earlier: number) => Answer): void {
    this.#answers = answer
  }

  /** Call this function once for each delivery, before `record`. */
  nextAnswer(): Answer {
    const answer = this.#answers(this.#arrived)
    this.#arrived += 1
    return answer
  }

  record(delivery: Delivery): void {
    if (this.#deliveries.length < deliveriesMax) this.#deliveries.push(delivery)
    else this.#full = true
    this.#wake()
  }

  drop(): void {
    this.#full = true
    this.#wake()
  }

  #wake(): void {
    for (const waiting of this.#waiting) waiting.abort()
  }

  /**
   * If the process was suspended, the deadline moves by this time, up to one minute.
   * @param deadlineMs returns milliseconds since the epoch. It is called repeatedly
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
