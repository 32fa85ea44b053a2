// Stores responses by operation and principal, for checks that need no new request.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { type Exchange, kept, statusOf } from '../../base/exchange.ts'
import type { Attempt } from '../../oracle/index.ts'

const placesMax = 2_000

export class ObservedResponses {
  readonly #known = new LatestMap<string, ReadonlyMap<number, Exchange>>(placesMax)

  /** Stores the first response of each status, except 429 and 5xx, which do not depend on the token. */
  see(exchange: Attempt): void {
    const status = statusOf(exchange)
    if (status === 0 || status === 429 || status >= 500) return
    const key = keyOf(exchange.operation, exchange.principal)
    const known = this.#known.get(key) ?? new Map<number, Exchange>()
    if (known.has(status)) return
    this.#known.set(key, new Map([...known, [status, kept(exchange)]]))
  }

  of(operation: string, principal: string): ReadonlyMap<number, Exchange> {
    return this.#known.get(keyOf(operation, principal)) ?? new Map()
  }
}

const keyOf = (operation: string, principal: string): string => `${operation} ${principal}`
