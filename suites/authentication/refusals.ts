// Checks the statuses of rejected tokens, and that forged tokens do not block the valid token.
import {
  authorization,
  type Checks,
  describeResponse,
  NotRun,
  type Principal,
  statusOf,
  using,
} from '../../src/suite.ts'
import { assumeNotLockedOut } from './refused-tokens.ts'

const { forgeries, matrixOf, refusedAttempts } = authorization

export const refusalsOfTokens: Checks = {
  // SHOULD 5: The tenant returns 401 for an invalid token and for a client that is not global, and 403 for a valid token without the
  //   required scope. Part 5 of the specification names these statuses for all operations, but part 7 does not show the error statuses of
  //   this operation.
  'auth-refusal-status': using([matrixOf, assumeNotLockedOut], async (check) => {
    const { attempts: all, control } = await matrixOf(check)
    const judged: readonly Principal[] = [
      ...Object.values(forgeries).flat(),
      ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
    ]
    for (const { principal, attempt } of all) {
      // Part 5 of the specification names no status for a missing header or another scheme.
      if (!judged.includes(principal) || attempt.accepted || control === null) continue
      if (principal !== 'limited') await assumeNotLockedOut(check, attempt)
      check.must.haveStatus(attempt, [principal === 'limited' ? 403 : 401], { control })
    }
  }),

  // MUST 5: After the tenant rejects forged copies of a valid token, the tenant still accepts the valid token.
  'auth-forgery-harmless': using([matrixOf], async (check) => {
    const { attempts: all, validToken, control } = await matrixOf(check)
    if (validToken === null)
      throw new NotRun(
        'the check sends no valid token: the request would change or delete a resource that does not belong to the run',
        'specification',
      )
    check.must.assume(refusedAttempts(all).length > 0, 'no forged token was refused')
    if (validToken.isRefusedOnce) {
      // If the clocks of the tenant's servers differ, a server may reject a new token at first.
      check.must.assume(
        check.attempt > 1,
        'the tenant refused a valid token once, after the run sent forged copies of this token',
      )
      check.must.that(
        false,
        'The tenant refused a valid token once, after the run sent forged copies of this token.',
        {
          expected: 'the tenant accepts the request, as it accepted the same request a moment later',
          received: describeResponse(validToken.schemeCase),
          exchange: validToken.schemeCase,
          control: validToken.plain,
          steps: refusedAttempts(all),
        },
      )
    }
    const exchange = validToken.plain ?? validToken.schemeCase
    if (statusOf(exchange) === 401 && control !== null) {
      // If the token has expired, other operations reject the token too.
      const isInForce = async (): Promise<boolean> =>
        (await check.call(check.requests.probe(), { as: validToken.of, renewing: false })).accepted
      check.must.assume(
        !check.principals.refusals.endedEarly || (await isInForce()),
        'the tenant ends the earlier tokens of a client when it issues a new token',
        'specification',
      )
      check.must.that(
        false,
        'The tenant refuses a valid token after the run sent forged copies of this token.',
        {
          expected: 'the tenant accepts the request, as with another token of the same client',
          received: describeResponse(exchange),
          exchange,
          control,
          steps: refusedAttempts(all),
        },
      )
    }
    check.must.accept(exchange)
  }),
}
