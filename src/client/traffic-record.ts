// Counts the requests of a run, and keeps its exchanges with status 429.
import type { Traffic } from '../base/event.ts'
import { type Exchange, kept, statusOf } from '../base/exchange.ts'

const rateLimitedKeptMax = 500

export class TrafficRecord {
  readonly #rateLimited: Exchange[] = []
  readonly #byStatus = new Map<number, number>()
  #rateLimitedCount = 0
  #requests = 0
  #writes = 0

  get requests(): number {
    return this.#requests
  }

  get rateLimited(): readonly Exchange[] {
    return this.#rateLimited
  }

  sent(writes: boolean): number {
    if (writes) this.#writes += 1
    this.#requests += 1
    return this.#requests
  }

  received(exchange: Exchange): void {
    const status = statusOf(exchange)
    if (status !== 0) this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
    if (status !== 429) return
    this.#rateLimitedCount += 1
    if (this.#rateLimited.length < rateLimitedKeptMax) this.#rateLimited.push(kept(exchange))
  }

  traffic(waitedMs: number): Traffic {
    return {
      requests: this.#requests,
      writes: this.#writes,
      rateLimited: this.#rateLimitedCount,
      waitedMs: Math.round(waitedMs),
      byStatus: Object.fromEntries([...this.#byStatus].sort(([a], [b]) => a - b)),
    }
  }
}
