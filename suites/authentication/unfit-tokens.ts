// Checks correctly signed tokens that are expired, not yet valid, or of a wrong client, audience or issuer.
import { authorization, type Checks, describeResponse, statusOf, using } from '../../src/suite.ts'
import { mustRefuseToken, refuses } from './refused-tokens.ts'

const { attemptsAs, endedTokens, showsEnd } = authorization

export const unfitTokens: Checks = {
  // MUST 5: The tenant returns a 4xx status for a token of a client that is not global. Part 7 of the specification does not show the error
  //   statuses of this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-non-global': refuses('nonGlobal'),
  // MUST 5: The tenant returns a 4xx status for a token that the tenant issued for another audience. Part 7 of the specification does not
  //   show the error statuses of this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the
  //   status 401.
  'auth-other-audience': refuses('other-audience'),
  // MUST 5: The tenant returns a 4xx status for a token that another issuer issued. Part 7 of the specification does not show the error
  //   statuses of this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-other-issuer': refuses('other-issuer'),
  // MUST 5: The tenant returns a 4xx status for a token that the tenant issued but that is not yet valid. Part 7 of the specification does
  //   not show the error statuses of this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the
  //   status 401.
  'auth-not-yet-valid': refuses('not-yet-valid'),
  // MUST 5: The tenant returns a 4xx status for an expired token. Part 7 of the specification does not show the error statuses of this
  //   operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-expired': using([attemptsAs, mustRefuseToken, endedTokens], async (check) => {
    const { exchanges, control } = await attemptsAs(check, 'expired')
    for (const exchange of exchanges) {
      if (check.principals.supplied('expired') === null)
        check.must.assume(
          !exchange.accepted,
          'the tenant accepted a token that had just expired, perhaps because clocks can differ: supply TENANT_EXPIRED_ACCESS_TOKEN',
          'user',
        )
      await mustRefuseToken(check, exchange, control, 401)
    }
    // A tenant that caches accepted tokens must reject a cached token after it expires.
    const ended = (await check.use(endedTokens)).get(check.clause.operation)
    if (ended !== undefined && showsEnd(ended))
      check.must.that(
        statusOf(ended.after) !== statusOf(ended.before),
        'The tenant accepts an expired token if it accepted the token before the token expired.',
        {
          expected: 'status 401, as for another token of the same age',
          received: describeResponse(ended.after),
          exchange: ended.after,
          control: ended.unused,
          steps: [ended.before],
        },
      )
  }),
}
