// The token buckets of a run. Learns which requests share a rate limit of the tenant.
import type { RateInfo } from './rate-headers.ts'
import { type BucketToken, TokenBucket } from './token-bucket.ts'

export interface RateKey {
  readonly principal: string
  readonly operation: string
}

export type Tokens = readonly { readonly bucket: TokenBucket; readonly token: BucketToken }[]

export function textOf({ principal, operation }: RateKey): string {
  return `${principal} ${operation}`
}

/** Scopes of a rate limit, from all requests to a single key. */
const scopes: readonly ((key: RateKey) => string)[] = [
  () => '',
  ({ principal }) => principal,
  ({ operation }) => operation,
  textOf,
]

const kept = 0.9
const errorMax = 8
const refusedError = 4
// Another scope replaces the current scope if its errors plus `margin` are less than this share of the
// current errors.
const share = 0.5
const margin = 8

/** Uses the scope that best predicts the remaining requests in responses. */
export class BucketSet {
  readonly #byScope = scopes.map(() => new Map<string, TokenBucket>())
  readonly #byKey = new Map<string, Map<string, readonly TokenBucket[]>>()
  readonly #errors = scopes.map(() => 0)
  #current = 0

  startsAt(key: RateKey, now: number): { readonly tick: number; readonly paused: boolean } {
    const bucket = this.#currentOf(key)
    return { tick: bucket.startsAt(now), paused: bucket.opensAtTick > now }
  }

  opensAt(key: RateKey): number {
    return this.#currentOf(key).opensAtTick
  }

  take(key: RateKey, now: number): Tokens {
    return this.#of(key).map((bucket) => ({ bucket, token: bucket.take(now) }))
  }

  passed(tokens: Tokens, info: RateInfo, now: number): void {
    const errors = tokens.map(({ bucket, token }) => bucket.errorOf(token, info, now))
    // Errors are comparable only if each scope has a prediction.
    if (!errors.includes(null))
      for (const [index, error] of errors.entries()) this.#err(index, Math.min(errorMax, error ?? 0))
    for (const { bucket, token } of tokens) bucket.passed(token, info, now)
    this.#choose()
  }

  /** @returns whether this 429 began a pause */
  refused(tokens: Tokens, limit: number | null, waitMs: number, now: number): boolean {
    for (const [index, { bucket, token }] of tokens.entries())
      this.#err(index, bucket.expectsMore(token) ? refusedError : 0)
    const began = tokens.map(({ bucket, token }) => bucket.refused(token, limit, waitMs, now))
    const current = began[this.#current] ?? true
    this.#choose()
    return current
  }

  reopen(): void {
    for (const buckets of this.#byScope) for (const bucket of buckets.values()) bucket.reopen()
  }

  #currentOf(key: RateKey): TokenBucket {
    return this.#of(key)[this.#current] as TokenBucket
  }

  #of(key: RateKey): readonly TokenBucket[] {
    const ofOperation = this.#byKey.get(key.operation) ?? new Map<string, readonly TokenBucket[]>()
    const known = ofOperation.get(key.principal)
    if (known !== undefined) return known
    const own = this.#byScope.map((buckets, index) => {
      const text = scopes[index]?.(key) ?? ''
      const bucket = buckets.get(text) ?? new TokenBucket()
      buckets.set(text, bucket)
      return bucket
    })
    this.#byKey.set(key.operation, ofOperation.set(key.principal, own))
    return own
  }

  #err(index: number, error: number): void {
    this.#errors[index] = (this.#errors[index] ?? 0) * kept + error
  }

  #choose(): void {
    const error = (index: number): number => this.#errors[index] ?? 0
    for (const index of scopes.keys())
      if (error(index) + margin < share * error(this.#current)) this.#current = index
  }
}
