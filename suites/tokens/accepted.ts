// Checks that the tenant accepts supplied tokens and issued tokens.
import {
  authorization,
  type Checks,
  describeResponse,
  type Exchange,
  NotRun,
  statusOf,
  type TestContext,
  using,
} from '../../src/suite.ts'
import { requireClient } from './client.ts'
import { earlierTokens } from './earlier.ts'
import {
  afterOtherChecks,
  isAuthenticated,
  sendWithBoth,
  wasAuthenticated,
  writingOperations,
} from './other-operations.ts'
import { observeOtherPlaces } from './other-places.ts'

const { hasEnded, probe } = authorization

const mustServeBothSchemes = (must: TestContext['must'], exchange: Exchange, control: Exchange): void => {
  if (statusOf(exchange) === 401 && isAuthenticated(control))
    must.that(
      false,
      'The tenant returns 401 for a token of one of the two schemes, and accepts a token of the other scheme.',
      {
        expected: 'both tokens are accepted',
        received: describeResponse(exchange),
        exchange,
        control,
      },
    )
}

/** A tenant may end the earlier tokens of a client before their lifetime is over. */
const assumeNotEndedEarly = using([earlierTokens], async (check, supplied: Exchange): Promise<void> => {
  if (statusOf(supplied) !== 401) return
  const { shows } = await check.use(earlierTokens)
  check.must.assume(
    shows !== 'ended',
    'the tenant ends the earlier tokens of a client when it issues a new token, perhaps the supplied token too: see any.token-lifetime',
    'specification',
  )
})

const mustServeBothElsewhere = async (check: TestContext): Promise<void> => {
  for (const operation of writingOperations(check)) {
    const { name } = operation
    if (wasAuthenticated(check, 'full', name) && wasAuthenticated(check, 'bearer', name)) continue
    const both = await sendWithBoth(check, operation, ['full', 'bearer'])
    if (both === null) continue
    const [issued, supplied] = both
    mustServeBothSchemes(check.must, issued, supplied)
    mustServeBothSchemes(check.must, supplied, issued)
  }
}

export const acceptedTokens: Checks = {
  // MUST 5: The tenant accepts a request with a valid bearer token in the Authorization header.
  'bearer-token': using([probe, assumeNotEndedEarly], async (check) => {
    const { must, principals } = check
    const supplied = principals.has('bearer')
    const exchange = await check.use(probe, supplied ? 'bearer' : 'full')
    const token = supplied ? await principals.outcome('bearer') : null
    if (token?.ok && !hasEnded(token.token.reveal())) {
      const issued = await check.use(probe, 'full')
      await assumeNotEndedEarly(check, exchange)
      mustServeBothSchemes(must, exchange, issued)
    }
    must.accept(exchange)
    await observeOtherPlaces(check)
  }),
  // MUST 5: The token endpoint /oauth/token/ issues a token for a client credentials request. This request is a form that contains the
  //   parameter audience with the value /api/v2/. The tenant accepts the issued token as a bearer token.
  'client-credentials': using([probe], async (check) => {
    const { must, principals } = check
    requireClient(principals)
    const outcome = await principals.outcome('full')
    const answered = outcome.exchange === null ? 0 : statusOf(outcome.exchange)
    if (!outcome.ok && principals.endpoint.isAsSpecified && principals.has('bearer')) {
      const control = await check.use(probe, 'bearer')
      if (control.accepted && [404, 405].includes(answered))
        must.that(false, 'The tenant accepts a bearer token, but has no token endpoint at /oauth/token/.', {
          expected: 'a token',
          received: `status ${answered}`,
          exchange: outcome.exchange,
          control,
        })
      if (control.accepted && principals.endpoint.requestRefused)
        must.that(false, 'The token endpoint does not accept a client credentials request as a form.', {
          expected: 'a token, because part 5 of the specification shows the parameters of a form',
          received: outcome.exchange === null ? '' : describeResponse(outcome.exchange),
          exchange: outcome.exchange,
          control,
        })
    }
    must.assume(
      outcome.ok,
      outcome.ok ? '' : `${outcome.reason}; if the token endpoint has another address, set TENANT_TOKEN_URL`,
    )
    must.assume(
      principals.endpoint.isAsSpecified,
      'TENANT_TOKEN_URL or TENANT_AUDIENCE differs from the value in part 5 of the specification, so the run did not use the values of part 5',
      'user',
    )
    const exchange = await check.use(probe, 'full')
    if (principals.has('bearer')) mustServeBothSchemes(must, exchange, await check.use(probe, 'bearer'))
    must.accept(exchange)
  }),
  // MUST 5: Every operation accepts a bearer token that a client already has (bearerAuth), and also a token that the token endpoint issues
  //   for a client credentials request (oAuth2ClientCredentials).
  'either-scheme': afterOtherChecks(
    using([probe, assumeNotEndedEarly], async (check) => {
      const { must, principals } = check
      if (!principals.has('bearer'))
        throw new NotRun(
          'the check needs a supplied token and a client: supply TENANT_ACCESS_TOKEN and also TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
        )
      const issued = await check.use(probe, 'full')
      const supplied = await check.use(probe, 'bearer')
      mustServeBothSchemes(must, issued, supplied)
      const token = await principals.outcome('bearer')
      if (statusOf(supplied) === 401)
        must.assume(
          token.ok && !hasEnded(token.token.reveal()),
          'the supplied token may have expired',
          'user',
        )
      await assumeNotEndedEarly(check, supplied)
      mustServeBothSchemes(must, supplied, issued)
      must.accept(issued, { control: supplied })
      must.accept(supplied, { control: issued })
      await mustServeBothElsewhere(check)
    }),
  ),
}
