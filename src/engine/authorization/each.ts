// A request under each principal, and what that can show.
import { statusOf } from '../../base/exchange.ts'
import { type Attempt, Inconclusive, NotRun } from '../../oracle/index.ts'
import type { Principal } from '../requests/principal.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'

export interface Matrix {
  readonly by: ReadonlyMap<Principal, Attempt>
  readonly control: Attempt | null
  /** Compares what there was before the refused requests with what is there after them. Null where that can't be seen. */
  readonly compare: ((check: Tester) => void) | null
  /** A request under an invalid token whose path names nothing that exists; null where none could tell. */
  readonly lookup: Attempt | null
}

/** Whom the matrix asks as, beside those whom the tenant serves. */
export const principals: readonly Principal[] = [
  'none',
  'wrong-scheme',
  'not-a-jwt',
  'altered-signature',
  'altered-payload',
  'alg-none',
  'other-key',
  'expired',
  'nonGlobal',
  'limited',
]

/** Sends what `make` gives under each of the principals that there are. */
export async function underEach(
  check: Tester,
  make: (principal: Principal) => Request | Promise<Request>,
  among = principals,
): Promise<Map<Principal, Attempt>> {
  const by = new Map<Principal, Attempt>()
  for (const principal of among) {
    if (!check.principals.has(principal)) continue
    const request: Request = { ...(await make(principal)), intent: 'unauthorised' }
    try {
      by.set(principal, await check.call(request, { as: principal }))
    } catch (error) {
      // A forgery that can't be made, a token that can't be had: the clauses that need it say so.
      if (!(error instanceof NotRun || error instanceof Inconclusive)) throw error
    }
  }
  return by
}

/** Those that were not accepted. */
export function refusedOnes(by: ReadonlyMap<Principal, Attempt>): Attempt[] {
  return [...by.values()].filter((exchange) => statusOf(exchange) >= 300)
}

// Any of them shows in which order a tenant looks; one that it refuses otherwise than with 401 can't.
const invalidTokens: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'other-key', 'alg-none']

/** A request for an id that does not exist, under a token that gets 401 where it does; null where none gets it. */
export async function lookup(
  { call }: Tester,
  request: Request,
  by: ReadonlyMap<Principal, Attempt>,
): Promise<Attempt | null> {
  const as = invalidTokens.find((principal) => by.get(principal)?.response?.status === 401)
  if (as === undefined) return null
  return call({ ...request, intent: 'unauthorised' }, { as })
}
