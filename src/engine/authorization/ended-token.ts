// Sends an access token before and after its expiry.
import { nowMs, sleep } from '../../base/clock.ts'
import { statusOf } from '../../base/exchange.ts'
import type { Attempt } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import { harmlessRequest } from './matrix.ts'

export interface EndedToken {
  readonly before: Attempt
  readonly after: Attempt
  /** Sent with a second expired token that was never used before. */
  readonly unused: Attempt
}

// `exp` is in whole seconds, and the tenant's clock may differ from this machine's clock.
const afterEndMs = 1_500

/** The keys are names of operations. Empty if the tokens live too long to wait for their expiry. */
export const endedTokens = fixture(
  'tokens that end',
  async (context): Promise<ReadonlyMap<string, EndedToken>> => {
    const { contract, principals, call } = context
    const endMs = await principals.endingSoon()
    if (endMs === null) return new Map()
    const requests = [...contract.operations.keys()].flatMap((name) => {
      const request = harmlessRequest(context, name)
      return request === null ? [] : [{ name, request: { ...request, intent: 'unauthorised' as const } }]
    })
    const sent = await Promise.all(
      requests.map(async ({ name, request }) => ({
        name,
        request,
        before: await call(request, { as: 'ended' }),
      })),
    )
    await sleep(Math.max(0, endMs + afterEndMs - nowMs()))
    const all = sent.map(async ({ name, request, before }): Promise<readonly [string, EndedToken]> => {
      const unused = await call(request, { as: 'ended-unused' })
      return [name, { before, after: await call(request, { as: 'ended' }), unused }]
    })
    return new Map(await Promise.all(all))
  },
)

export function showsEnd({ before, unused }: EndedToken): boolean {
  return ![0, 401, 403].includes(statusOf(before)) && statusOf(before) < 500 && statusOf(unused) === 401
}
