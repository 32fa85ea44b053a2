// Checks that the tenant refuses missing, wrong or insufficient credentials.
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { isTokenScheme, type Operation } from '../../contract/index.ts'
import { NotRun } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import { selfContainedForgeries } from '../principals/forgeries.ts'
import { scopesOf } from '../principals/granted-scopes.ts'
import type { AdditionalPrincipal, Principal } from '../principals/principal.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { mustRefuse } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'
import { requestToSpoil, sentRequestOf } from './fixtures/sent-requests.ts'

type PrincipalsOf = (
  context: TestContext,
  operation: Operation,
) => readonly Principal[] | Promise<readonly Principal[]>

const refusedAs = (principalsOf: PrincipalsOf, reason: 'unauthenticated' | 'forbidden'): Check =>
  using([requestToSpoil], async (context) => {
    const { operation } = subjectOf(context)
    const principals = await principalsOf(context, operation)
    if (principals.length === 0)
      throw new NotRun('the run cannot replace a part of the supplied credentials by a wrong value', 'user')
    const { request, control } = await requestToSpoil(context, operation)
    const exchanges: Exchange[] = []
    for (const as of principals)
      exchanges.push(await context.call({ ...request, intent: 'unauthorised' }, { as }))
    const accepted = await control(...exchanges)
    for (const exchange of exchanges) mustRefuse(context, operation, exchange, accepted, reason)
  })

export const authMissing = refusedAs(
  ({ principals }, { security }) => (security === null ? ['none'] : principals.schemes.missing({ security })),
  'unauthenticated',
)

// These forgeries find operations that verify no tokens or no signatures.
const forgeriesEverywhere: readonly Principal[] = ['not-a-jwt', 'altered-signature', 'alg-none']

export const authInvalid = refusedAs((context, operation) => {
  const { contract, principals } = context
  const { security } = operation
  const ofToken: readonly Principal[] =
    contract.authentication?.tokens === 'jwt' ? selfContainedForgeries : ['not-a-jwt']
  const all = security === null ? ofToken : principals.schemes.wrong({ security })
  if (!all.includes('alg-none')) return all
  const own = context.cases(selfContainedForgeries, 'clause of any resource')
  const others = all.filter((one) => !selfContainedForgeries.includes(one))
  return [...new Set([...others, ...forgeriesEverywhere, ...own])]
}, 'unauthenticated')

export const authExpired = refusedAs(() => ['expired'], 'unauthenticated')

export const authScope = refusedAs(async (context, operation) => {
  // Without the principal `limited`, an error names the variables to set.
  if (operation.security === null || context.principals.has('limited')) return ['limited']
  const fewer = await fewerScopes(context, operation)
  return [fewer ?? 'limited']
}, 'forbidden')

/** Returns null if the client cannot request fewer scopes, or if the granted scopes are unknown. */
async function fewerScopes(
  { contract, principals }: TestContext,
  { security, scopes }: Operation,
): Promise<AdditionalPrincipal | null> {
  if (!principals.usesClient) return null
  const schemes = (security ?? [])
    .flatMap(Object.keys)
    .map((name) => contract.authentication?.schemes.get(name))
  const offered = schemes.flatMap((scheme) => (scheme?.type === 'oauth2' ? scheme.scopes : []))
  const required = scopes ?? []
  const others = offered.filter((scope) => !required.includes(scope)).slice(0, 1)
  const isOneOfAlternatives = (security ?? []).length > 1
  const fewer = others.length > 0 || isOneOfAlternatives ? others : required.slice(1)
  if (fewer.length === 0) return null
  const principal: AdditionalPrincipal = `scope ${fewer.join(' ')}`
  const outcome = await principals.outcome(principal)
  const granted = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
  if (granted === null) return null
  const suffices = (security ?? []).some((one) => {
    const ofTokens = Object.entries(one).filter(([name]) => {
      const scheme = contract.authentication?.schemes.get(name)
      return scheme !== undefined && isTokenScheme(scheme)
    })
    return (
      ofTokens.length > 0 && ofTokens.every(([, needed]) => needed.every((scope) => granted.includes(scope)))
    )
  })
  return suffices ? null : principal
}

export const alternativeAccepted: Check = using([sentRequestOf, requestToSpoil], async (context) => {
  const { must, principals } = context
  const { operation } = subjectOf(context)
  const { security } = operation
  const others = security === null ? [] : principals.schemes.others({ security })
  if (security === null || others.length === 0)
    throw new NotRun(
      'the variables supply only one alternative of the credentials: set the variables of another alternative too',
      'user',
    )
  const { control } = await sentRequestOf(context, operation)
  must.assume(
    control.accepted,
    `no request of the operation was accepted with the first alternative: ${describeResponse(control)}`,
  )
  for (const { principal, schemes } of others) {
    const { request } = await requestToSpoil(context, operation)
    const exchange = await context.call(request, { as: principal })
    if (exchange.accepted) {
      must.that(true, 'Each alternative is accepted.', { expected: '', received: '', exchange })
      continue
    }
    const isRefused = [401, 403].includes(statusOf(exchange))
    must.assume(isRefused, `a request with ${schemes} got ${describeResponse(exchange)}`)
    // The user may have set a wrong key.
    must.assume(
      principals.schemes.isKnownValid(principal, { security }),
      `the tenant refused ${schemes} alone with ${statusOf(exchange)}, perhaps because the value is not valid: check the variable of ${schemes}`,
      'user',
    )
    must.that(false, `A request with valid credentials of ${schemes} alone was refused.`, {
      expected: 'the same response as with the first alternative',
      received: describeResponse(exchange),
      exchange,
      control,
    })
  }
})
