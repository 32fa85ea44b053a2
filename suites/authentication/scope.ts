// Checks that the tenant rejects tokens without the required scope.
import { authorization, type Checks, Inconclusive, statusOf, using } from '../../src/suite.ts'
import { mustRefuseToken } from './refused-tokens.ts'

const { attemptsAs, hasEnded, matrixOf, requiredScopes, scopesOf } = authorization

export const missingScope: Checks = {
  // MUST 5: The tenant returns a 4xx status for a valid token without the required scope. Part 5 of the specification names no scope for
  //   this operation, and part 7 does not show its error statuses, so any 4xx status satisfies this clause. The clause auth-refusal-status
  //   is about the status 403.
  'auth-scope': using([attemptsAs, mustRefuseToken, matrixOf], async (check) => {
    const { clause, contract, must, principals } = check
    const { exchanges, control } = await attemptsAs(check, 'limited')
    const outcome = await principals.outcome('limited')
    if (!outcome.ok) throw new Inconclusive(`no token for the limited client: ${outcome.reason}`)
    const token = outcome.token.reveal()
    const operation = contract.operations.get(clause.operation)
    const required = operation === undefined ? undefined : requiredScopes(check, operation)
    if (required?.length === 0) check.inapplicable('the profile says that the operation requires no scope')
    if (required === undefined)
      must.assume(
        !exchanges.some(({ accepted }) => accepted),
        `the specification does not name the required scope: declare operations["${clause.operation}"].scopes in the profile`,
        'user',
      )
    else if (scopesOf(token, outcome.response)?.some((scope) => required.includes(scope)))
      check.skip(
        `the token of the limited client has the required scope ${required.join(', ')}: supply a token without this scope`,
      )
    for (const exchange of exchanges) {
      if (statusOf(exchange) === 401)
        must.assume(!hasEnded(token), 'the token of the limited client may have expired', 'user')
      await mustRefuseToken(check, exchange, control, 403)
    }
    for (const { principal, attempt } of (await matrixOf(check)).attempts) {
      if (!principal.startsWith('scope ')) continue
      must.assume(
        statusOf(attempt) !== 401 || !principals.refusals.endedEarly,
        'the tenant ends the earlier tokens of a client when it issues a new token',
        'specification',
      )
      await mustRefuseToken(check, attempt, control, 403)
    }
  }),
}
