// The rate limit: one token bucket for each client and operation (parts 7 and 8 of the specification).
import { nowMs, tickMs } from '../../base/clock.ts'
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { Refusal } from '../http/refusal.ts'
import type { Variation } from '../variations/variation.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: 'any',
    seeds: {
      '429-without-limit': ['any.rate-limit-headers', 'A 429 response lacks X-RateLimit-Limit.'],
      '429-without-remaining': ['any.rate-limit-headers', 'A 429 response lacks X-RateLimit-Remaining.'],
      '429-without-reset': ['any.rate-limit-headers', 'A 429 response lacks X-RateLimit-Reset.'],
      '429-of-deletes-without-headers': [
        'any.rate-limit-headers',
        'A 429 response to a delete lacks all three headers.',
      ],
      '429-with-other-headers': [
        'any.rate-limit-headers',
        'The headers of a 429 response are RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.',
      ],
      '429-limit-in-words': [
        'any.rate-limit-numbers',
        'X-RateLimit-Limit of a 429 response is not a number.',
      ],
      '429-limit-with-window': [
        'any.rate-limit-numbers',
        'X-RateLimit-Limit of a 429 response also contains a time window.',
      ],
      '429-remaining-negative': [
        'any.rate-limit-numbers',
        'X-RateLimit-Remaining of a 429 response is negative.',
      ],
      '429-remaining-fraction': [
        'any.rate-limit-numbers',
        'X-RateLimit-Remaining of a 429 response is a fraction.',
      ],
      '429-remaining-above-limit': [
        'any.rate-limit-numbers',
        'X-RateLimit-Remaining of a 429 response is above the limit.',
      ],
    },
  },
  {
    of: ['custom-signing-keys.get', 'rate-limit-policies.delete'],
    seeds: {
      'over-limit-403': ['any.rate-limit-status', 'A request beyond the limit gets 403.'],
      'over-limit-401': ['any.rate-limit-status', 'A request beyond the limit gets 401.'],
      'over-limit-503': [
        'any.rate-limit-status',
        'A request beyond the limit gets 503 with rate-limit headers.',
      ],
      // This fault also violates `no-server-error`, because repeated 503 responses count as server errors.
      'over-limit-503-bare': [
        ['any.rate-limit-status', 'no-server-error'],
        'A request beyond the limit gets 503.',
      ],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update', 'event-streams.create'],
    seeds: {
      'over-limit-403': [
        'any.rate-limit-status',
        'The operation has a separate rate limit, and a request beyond it gets 403.',
      ],
      '429-without-headers': [
        'any.rate-limit-headers',
        'The operation has a separate rate limit, and its 429 response lacks all three headers.',
      ],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update'],
    seeds: {
      'over-limit-carried-out': [
        'any.rate-limit-harmless',
        'The operation has a separate rate limit, and a request beyond it gets 429 but is executed.',
      ],
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      'over-limit-carried-out': [
        'any.rate-limit-harmless',
        'The operation has a separate rate limit, and a request beyond it gets 429 but is executed.',
      ],
    },
  },
]

// So low that a burst of 120 requests exceeds this limit.
const ownLimit = { burst: 24, perSecond: 4 }
const limiting = ['over-limit-403', '429-without-headers']

interface Bucket {
  tokens: number
  filledAtMs: number
}

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

  take(client: string, operation: string, faulty: Faulty): Allowance {
    const { rateLimits, rateLimit } = this.#variation
    const given = rateLimits[operation]
    const isOwn = faulty('over-limit-carried-out') || (given === undefined && limiting.some(faulty))
    const { burst, perSecond } = isOwn ? ownLimit : (given ?? rateLimit)
    const key = `${client} ${operation}`
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
        'x-ratelimit-limit':
          this.#variation.rateLimitNotation === 'number' ? String(burst) : `${burst}, ${burst};w=60`,
        'x-ratelimit-remaining': String(Math.floor(bucket.tokens)),
        'x-ratelimit-reset': String(reset),
      },
    }
  }
}

/**
 * Returns the rejection of a request beyond the rate, with the headers that part 7 requires.
 * @param faulty faults of the whole tenant
 * @param own faults of the operation
 */
export function tooMany(
  headers: Readonly<Record<string, string>>,
  method: string,
  faulty: Faulty,
  own: Faulty,
): Refusal {
  if (own('over-limit-403')) return new Refusal(403, 'forbidden', 'Not allowed')
  if (own('over-limit-401')) return new Refusal(401, 'unauthorised', 'Not allowed')
  if (own('over-limit-503')) return new Refusal(503, 'unavailable', 'Try again later', headers)
  if (own('over-limit-503-bare')) return new Refusal(503, 'unavailable', 'Try again later')
  const isBare =
    own('429-without-headers') || (method === 'DELETE' && faulty('429-of-deletes-without-headers'))
  const shown = isBare ? {} : distorted(headers, faulty)
  return new Refusal(429, 'too_many_requests', 'Global limit has been reached', shown)
}

function distorted(
  headers: Readonly<Record<string, string>>,
  faulty: Faulty,
): Readonly<Record<string, string>> {
  const changed = { ...headers }
  const limit = 'x-ratelimit-limit'
  const remaining = 'x-ratelimit-remaining'
  for (const name of ['limit', 'remaining', 'reset'])
    if (faulty(`429-without-${name}`)) delete changed[`x-ratelimit-${name}`]
  if (faulty('429-limit-in-words')) changed[limit] = 'many'
  if (faulty('429-limit-with-window')) changed[limit] = `${changed[limit]};w=1`
  if (faulty('429-remaining-negative')) changed[remaining] = '-1'
  if (faulty('429-remaining-fraction')) changed[remaining] = '0.5'
  if (faulty('429-remaining-above-limit')) changed[remaining] = `${changed[limit]}0`
  if (!faulty('429-with-other-headers')) return changed
  return Object.fromEntries(Object.entries(changed).map(([name, value]) => [name.slice(2), value]))
}
