// Authentication and authorization of every operation (part 5): each gets the same valid request under every principal.
import {
  authorization,
  crossSuite,
  type Exchange,
  Inconclusive,
  type Principal,
  statusOf,
  type Tester,
  validRequest,
} from '../src/suite.ts'

const { asked, hasEnded, matrixOf, nearScopes, refusedOnes, scopesOf } = authorization

/** The request is refused: with the status of part 5 where part 7 shows those of the operation, else with any. */
const refusedAs = (
  { must, contract, clause }: Tester,
  exchange: Exchange,
  control: Exchange,
  status: number,
) => {
  const shown = contract.operations.get(clause.operation)?.failures ?? []
  if (shown.includes(status)) must.haveStatus(exchange, [status], { control })
  else must.refuse(exchange, { control, of: 'token' })
}

const refused = (principal: Principal, status: number) => async (check: Tester) => {
  const { exchange, control } = await asked(check, principal)
  refusedAs(check, exchange, control, status)
}

/** The request is refused, with whatever status says so. */
const refusedAnyhow = (principal: Principal) => async (check: Tester) => {
  const { exchange, control } = await asked(check, principal)
  check.must.refuse(exchange, { control, of: 'token' })
}

export default crossSuite('authentication', {
  each: {
    'auth-missing': refusedAnyhow('none'),
    'auth-missing-401': async (check) => {
      const { exchange, control } = await asked(check, 'none')
      check.must.haveStatus(exchange, [401], { control })
    },
    'auth-wrong-scheme': refusedAnyhow('wrong-scheme'),
    'auth-not-a-jwt': refused('not-a-jwt', 401),
    'auth-altered-signature': refused('altered-signature', 401),
    'auth-altered-payload': refused('altered-payload', 401),
    'auth-alg-none': refused('alg-none', 401),
    'auth-other-key': refused('other-key', 401),
    'auth-non-global': refused('nonGlobal', 401),
    'auth-expired': async (check) => {
      const { exchange, control } = await asked(check, 'expired')
      if (!check.principals.expiredSupplied)
        check.must.assume(
          !exchange.accepted,
          'a token that was waited out was accepted, which a leeway for clocks may do: supply TENANT_EXPIRED_ACCESS_TOKEN',
        )
      refusedAs(check, exchange, control, 401)
    },

    'auth-refusal-status': async (check) => {
      const { by, control } = await matrixOf(check)
      for (const [principal, exchange] of by) {
        // Part 5 says nothing of a missing header or another scheme; what was accepted is another clause's failure.
        if (principal === 'none' || principal === 'wrong-scheme') continue
        if (exchange.accepted || control === null) continue
        check.must.haveStatus(exchange, [principal === 'limited' ? 403 : 401], { control })
      }
    },

    'auth-scope': async (check) => {
      const { clause, contract, knowledge, must, principals } = check
      const { exchange, control } = await asked(check, 'limited')
      const outcome = await principals.outcome('limited')
      if (!outcome.ok) throw new Inconclusive(`no token for limited: ${outcome.reason}`)
      const token = outcome.token.reveal()
      const required =
        contract.operations.get(clause.operation)?.scopes ??
        knowledge.profile.operations?.[clause.operation]?.scopes
      if (required?.length === 0) check.inapplicable('the profile says that the operation requires no scope')
      if (required === undefined)
        must.assume(
          !exchange.accepted,
          `the required scope is not shown: declare operations["${clause.operation}"].scopes in the profile`,
        )
      else if (scopesOf(token, outcome.response)?.some((scope) => required.includes(scope)))
        check.skip(`the token of limited holds ${required.join(', ')}: supply one that lacks it`)
      if (statusOf(exchange) === 401) must.assume(!hasEnded(token), 'the token of limited may have expired')
      refusedAs(check, exchange, control, 403)
      for (const scope of await nearScopes(check, required ?? [])) {
        const request = await validRequest(check)
        const near = await check.call({ ...request, intent: 'unauthorised' }, { as: `scope ${scope}` })
        refusedAs(check, near, control, 403)
      }
    },

    'auth-changes-nothing': async (check) => {
      const { compare, by } = await matrixOf(check)
      // Without a read nothing is compared: it says what is missing.
      const { resource = '' } = check.contract.operations.get(check.clause.operation) ?? {}
      if (compare === null && check.contract.resources.get(resource)?.singleton === true)
        await check.singleton(resource).read()
      check.must.assume(
        refusedOnes(by).length > 0,
        'no request was refused that could have changed something',
      )
      if (compare === null) throw new Inconclusive('no valid request was accepted beside the refused ones')
      compare(check)
    },

    'auth-before-lookup': async (check) => {
      const { lookup, control } = await matrixOf(check)
      const status = lookup === null ? 0 : statusOf(lookup)
      if (status >= 400 && status < 500) check.knowledge.observe('authentication-order', status)
      if (control === null) throw new Inconclusive('no valid request was accepted')
      if (lookup === null)
        throw new Inconclusive('no invalid token gets 401 where the id exists: see auth-not-a-jwt')
      // Validation may come before authentication: a 400 for the path says nothing.
      check.must.assume(![400, 422].includes(status), 'the id was refused before the token was looked at')
      check.must.haveStatus(lookup, [401], { control })
    },
  },
})
