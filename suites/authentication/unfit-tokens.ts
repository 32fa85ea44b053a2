// Checks correctly signed tokens that are expired, not yet valid, or of a wrong client, audience or issuer.
import { authorization, type Checks, describeResponse, statusOf, using } from '../../src/suite.ts'
import { mustRefuseToken, refuses } from './refused-tokens.ts'

const { attemptsAs, endedTokens, showsEnd } = authorization

export const unfitTokens: Checks = {
  // MUST 5: The tenant returns a 4xx status for a token of a client that is not global. Any 4xx status is correct, because part 7 of the
  //   specification lists error statuses only for the deletion of a rate limit policy.
  'auth-non-global': refuses('nonGlobal'),
  // MUST 5: The tenant returns a 4xx status for a token that the tenant issued for another audience. Any 4xx status is correct, because
  //   part 7 of the specification lists error statuses only for the deletion of a rate limit policy.
  'auth-other-audience': refuses('other-audience'),
  // MUST 5: The tenant returns a 4xx status for a token that another issuer issued. Any 4xx status is correct, because part 7 of the
  //   specification lists error statuses only for the deletion of a rate limit policy.
  'auth-other-issuer': refuses('other-issuer'),
  // MUST 5: The tenant returns a 4xx status for a token that the tenant issued but that is not yet valid. Any 4xx status is correct,
  //   because part 7 of the specification lists error statuses only for the deletion of a rate limit policy.
  'auth-not-yet-valid': refuses('not-yet-valid'),
  // MUST 5: The tenant returns a 4xx status for an expired token. Any 4xx status is correct, because part 7 of the specification lists
  //   error statuses only for the deletion of a rate limit policy.
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
