// The rate limit: a token bucket for each client and operation (parts 7 and 8).
import { nowMs, tickMs } from '../base/clock.ts'
import { Refusal } from './refusal.ts'
import type { Variation } from './variation.ts'

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** What the limit says about one request. */
export interface Allowance {
  readonly allowed: boolean
  readonly headers: Readonly<Record<string, string>>
}

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #variation: Variation

  constructor(variation: Variation) {
    this.#variation = variation
  }

  /** Counts one request. @param key what shares one bucket */
  take(key: string): Allowance {
    const { burst, perSecond } = this.#variation.rateLimit
    const now = tickMs()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAtMs: now }
    this.#buckets.set(key, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAtMs) / 1000) * perSecond)
    bucket.filledAtMs = now
    const allowed = bucket.tokens >= 1
    if (allowed) bucket.tokens -= 1
    const waitS = Math.max(0, (1 - bucket.tokens) / perSecond)
    const reset =
      this.#variation.rateLimitReset === 'epoch' ? Math.ceil(nowMs() / 1000 + waitS) : Math.ceil(waitS)
    return {
      allowed,
      headers: {
        'x-ratelimit-limit': String(burst),
        'x-ratelimit-remaining': String(Math.floor(bucket.tokens)),
        'x-ratelimit-reset': String(reset),
      },
    }
  }
}

/** The refusal of a request beyond the limit, with the three headers of part 7. */
export function tooMany(headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal(429, 'too_many_requests', 'Global limit has been reached', headers)
}
