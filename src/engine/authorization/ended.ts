// A token that was used before its end, and is tried again after it: beside one of the same age that no request has carried.
import { nowMs, sleep } from '../../base/clock.ts'
import { statusOf } from '../../base/exchange.ts'
import type { Attempt } from '../../oracle/index.ts'
import { fixture } from '../fixture.ts'
import { harmlessRequest } from './matrix.ts'

/** One request, sent three times. */
export interface Ended {
  /** With a token that is valid. */
  readonly before: Attempt
  /** With the same token after its end. */
  readonly after: Attempt
  /** With another one after its end, which shows that the tenant gives no more time than that. */
  readonly unused: Attempt
}

// Tokens end at whole seconds, and clocks differ by a little.
const afterEndMs = 1_500

/** By the name of an operation; empty where tokens live too long to be waited for. */
export const endedTokens = fixture('tokens that end', async (tester): Promise<ReadonlyMap<string, Ended>> => {
  const { contract, principals, call } = tester
  const endMs = await principals.endingSoon()
  if (endMs === null) return new Map()
  const requests = [...contract.operations.keys()].flatMap((name) => {
    const request = harmlessRequest(tester, name)
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
  const all = sent.map(async ({ name, request, before }): Promise<readonly [string, Ended]> => {
    const unused = await call(request, { as: 'ended-unused' })
    return [name, { before, after: await call(request, { as: 'ended' }), unused }]
  })
  return new Map(await Promise.all(all))
})

/** Whether it shows anything: the token was good at first, and an unused one of its age is not. */
export function showsEnd({ before, unused }: Ended): boolean {
  return ![0, 401, 403].includes(statusOf(before)) && statusOf(before) < 500 && statusOf(unused) === 401
}
