// Rules of tokens: a request without one, or with a wrong one, is refused.
import type { Exchange } from '../../base/exchange.ts'
import type { Operation } from '../../contract/index.ts'
import { selfContainedForgeries } from '../principals/forgeries.ts'
import type { Principal } from '../principals/principal.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { mustRefuse } from './assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { requestToSpoil } from './fixtures/sent-requests.ts'

const refusedAs =
  (
    principals: (context: TestContext) => readonly Principal[],
    reason: 'unauthenticated' | 'forbidden',
  ): Check =>
  async (context) => {
    const { operation } = subjectOf(context)
    const { request, control } = await requestToSpoil(context, operation)
    const exchanges: Exchange[] = []
    for (const as of principals(context))
      exchanges.push(await context.call({ ...request, intent: 'unauthorised' }, { as }))
    const accepted = await control()
    for (const exchange of exchanges) mustRefuse(context, operation, exchange, accepted, reason)
  }

// An operation that verifies nothing, or no signature.
const forgeriesEverywhere: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'alg-none']

export const authMissing = refusedAs(() => ['none'], 'unauthenticated')
export const authInvalid = refusedAs((context) => {
  if (context.contract.authentication?.tokens !== 'jwt') return ['not-a-jwt']
  const { operation } = subjectOf(context)
  const shared = (other: Operation): boolean => context.asks(`${other.name}.${context.clause.name}`)
  const own = context.distribute(selfContainedForgeries, operation, shared)
  return [...new Set([...forgeriesEverywhere, ...own])]
}, 'unauthenticated')
export const authExpired = refusedAs(() => ['expired'], 'unauthenticated')
export const authScope = refusedAs(() => ['limited'], 'forbidden')
