// Authentication and authorization of every operation (part 5): each gets the same valid request under every principal.
import {
  type Attempt,
  authorization,
  crossSuite,
  describeResponse,
  type Exchange,
  fixture,
  Inconclusive,
  NotRun,
  type Principal,
  statusOf,
  type Tester,
} from '../src/suite.ts'

const {
  attemptsAs,
  endedTokens,
  forgeries,
  hasEnded,
  lockOut,
  malformed,
  matrixOf,
  refusedAttempts,
  requiredScopes,
  scopesOf,
  showsEnd,
} = authorization

const lockedOut = fixture(
  (status: number, operation: string) => `lock-out ${status} of ${operation}`,
  (check) => lockOut(check),
)

/** Whoever sends many bad tokens may be locked out: then a status says nothing of the token. */
const assumeNotLockedOut = async (check: Tester, exchange: Attempt): Promise<void> => {
  const status = statusOf(exchange)
  if (status === 401 || status < 400 || status > 499) return
  const locked = await check.use(lockedOut, status, check.clause.operation)
  check.must.assume(status !== locked, `by now every bad token gets ${status}, where the first one got 401`)
}

/** The request is refused: with the status of part 5 where part 7 shows those of the operation, else with any. */
const refusedAs = async (
  check: Tester,
  exchange: Attempt,
  control: Exchange,
  status: 401 | 403,
): Promise<void> => {
  const { must, contract, clause } = check
  const shown = contract.operations.get(clause.operation)?.failures ?? []
  if (!shown.includes(status)) return must.refuse(exchange, { control, of: 'token' })
  if (status === 401) await assumeNotLockedOut(check, exchange)
  must.haveStatus(exchange, [status], { control })
}

const refused =
  (...principals: readonly Principal[]) =>
  async (check: Tester) => {
    const { exchanges, control } = await attemptsAs(check, ...principals)
    for (const exchange of exchanges) await refusedAs(check, exchange, control, 401)
  }

/** The request is refused, with whatever status says so. */
const refusedAnyhow =
  (...principals: readonly Principal[]) =>
  async (check: Tester) => {
    const { exchanges, control } = await attemptsAs(check, ...principals)
    for (const exchange of exchanges) check.must.refuse(exchange, { control, of: 'token' })
  }

const isAnswered = (exchange: Exchange): boolean => statusOf(exchange) > 0 && statusOf(exchange) < 500

export default crossSuite('authentication', {
  each: {
    // MUST 5: A request without an Authorization header is refused.
    'auth-missing': refusedAnyhow('none'),
    // SHOULD 5: The refusal of a request without an Authorization header has status 401 (RFC 9110, 15.5.2).
    'auth-missing-401': async (check) => {
      const { exchanges, control } = await attemptsAs(check, 'none')
      for (const exchange of exchanges) check.must.haveStatus(exchange, [401], { control })
    },
    // SHOULD 5: A valid token under another scheme than Bearer, or under none, is refused.
    'auth-wrong-scheme': refusedAnyhow('wrong-scheme', 'scheme-missing'),
    // MUST 5: A request is refused whose Authorization header holds nothing that has the form of a token: a scheme alone, or a token that
    //   is cut, too long, not ASCII or nested too deeply.
    'auth-malformed': async (check) => {
      const { exchanges, control } = await attemptsAs(check, ...malformed)
      // What reads headers before the tenant may end the connection; a 5xx is the matter of no-server-error.
      const read = exchanges.filter((exchange) => exchange.accepted || isAnswered(exchange))
      check.must.assume(read.length > 0, 'no malformed header was answered', 'failing')
      for (const exchange of read) check.must.refuse(exchange, { control, of: 'token' })
    },
    // MUST 5: A token that is not a JWT is refused.
    'auth-not-a-jwt': refused(...forgeries['not-a-jwt']),
    // MUST 5: A token whose signature was altered is refused.
    'auth-altered-signature': refused(...forgeries['altered-signature']),
    // MUST 5: A token whose signature is missing, cut, doubled or all zeros is refused.
    'auth-signature-missing': refused(...forgeries['signature-missing']),
    // MUST 5: A token whose header was altered under the old signature is refused.
    'auth-altered-header': refused(...forgeries['altered-header']),
    // MUST 5: A token whose payload was altered under the old signature, or bears the signature of another token, is refused.
    'auth-altered-payload': refused(...forgeries['altered-payload']),
    // MUST 5: A token that names the algorithm none, in any letter case, with or without a signature, is refused.
    'auth-alg-none': refused(...forgeries['alg-none']),
    // MUST 5: A token that names no algorithm, or one that does not exist, is refused.
    'auth-unknown-alg': refused(...forgeries['unknown-alg']),
    // MUST 5: A token signed by a key that is not the tenant's is refused.
    'auth-other-key': refused(...forgeries['other-key']),
    // MUST 5: A token signed by a key that it carries itself, or whose address it names, is refused.
    'auth-embedded-key': refused(...forgeries['embedded-key']),
    // MUST 5: A token whose key id does not lead to a key of the tenant is refused.
    'auth-kid': refused(...forgeries.kid),
    // MUST 5: A token signed by HMAC with a public key of the tenant as its secret is refused.
    'auth-public-key-as-secret': refused(...forgeries['public-key-as-secret']),
    // MUST 5: A token signed by HMAC with the empty text or an easily guessed word as its secret is refused.
    'auth-guessable-secret': refused(...forgeries['guessable-secret']),
    // MUST 5: A client that is not global is refused.
    'auth-non-global': refused('nonGlobal'),
    // MUST 5: A token of the tenant for another audience is refused.
    'auth-other-audience': refused('other-audience'),
    // MUST 5: A token of another issuer is refused.
    'auth-other-issuer': refused('other-issuer'),
    // MUST 5: A token of the tenant that is not yet valid is refused.
    'auth-not-yet-valid': refused('not-yet-valid'),
    // MUST 5: A token that has expired is refused.
    'auth-expired': async (check) => {
      const { exchanges, control } = await attemptsAs(check, 'expired')
      for (const exchange of exchanges) {
        if (check.principals.supplied('expired') === null)
          check.must.assume(
            !exchange.accepted,
            'a token that was waited out was accepted, which a leeway for clocks may do: supply TENANT_EXPIRED_ACCESS_TOKEN',
            'user',
          )
        await refusedAs(check, exchange, control, 401)
      }
      // What a tenant remembers of a token must end with it.
      const ended = (await check.use(endedTokens)).get(check.clause.operation)
      if (ended !== undefined && showsEnd(ended))
        check.must.that(
          statusOf(ended.after) !== statusOf(ended.before),
          'A token that was accepted before its end is accepted after it.',
          {
            expected: 'status 401, as another token of its age gets',
            received: describeResponse(ended.after),
            exchange: ended.after,
            control: ended.unused,
            steps: [ended.before],
          },
        )
    },

    // SHOULD 5: The refusal of an invalid token, or of a client that is not global, has status 401, and that of a token without the
    //   required scope 403, as part 5 says; part 7 does not show the statuses of this operation.
    'auth-refusal-status': async (check) => {
      const { attempts: all, control } = await matrixOf(check)
      const judged: readonly Principal[] = [
        ...Object.values(forgeries).flat(),
        ...(['expired', 'other-audience', 'not-yet-valid', 'other-issuer', 'nonGlobal', 'limited'] as const),
      ]
      for (const { principal, attempt } of all) {
        // Part 5 says nothing of a missing header or another scheme; what was accepted is another clause's failure.
        if (!judged.includes(principal) || attempt.accepted || control === null) continue
        if (principal !== 'limited') await assumeNotLockedOut(check, attempt)
        check.must.haveStatus(attempt, [principal === 'limited' ? 403 : 401], { control })
      }
    },

    // MUST 5: A valid token is accepted also after forgeries of it were refused.
    'auth-forgery-harmless': async (check) => {
      const { attempts: all, validToken, control } = await matrixOf(check)
      if (validToken === null)
        throw new NotRun(
          "no genuine token is sent here: it would change or delete what is not the run's",
          'specification',
        )
      check.must.assume(refusedAttempts(all).length > 0, 'no forged token was refused')
      if (validToken.isRefusedOnce) {
        // Nodes whose clocks differ do that to a new token: the second time it is none.
        check.must.assume(check.attempt > 1, 'a valid token was refused once after forgeries of it')
        check.must.that(false, 'A valid token is refused once after forgeries of it.', {
          expected: 'it is served, as it is a moment later',
          received: describeResponse(validToken.schemeCase),
          exchange: validToken.schemeCase,
          control: validToken.plain,
          steps: refusedAttempts(all),
        })
      }
      const exchange = validToken.plain ?? validToken.schemeCase
      if (statusOf(exchange) === 401 && control !== null) {
        // A token that has ended is refused at other operations, too.
        const isInForce = async (): Promise<boolean> =>
          (await check.call(check.requests.probe(), { as: validToken.of, renewing: false })).accepted
        check.must.assume(
          !check.principals.refusals.endedEarly || (await isInForce()),
          'the tenant ends the earlier tokens of a client when it issues another',
          'specification',
        )
        check.must.that(false, 'A valid token is refused after forgeries of it.', {
          expected: 'it is served, as another token of the same client is',
          received: describeResponse(exchange),
          exchange,
          control,
          steps: refusedAttempts(all),
        })
      }
      check.must.accept(exchange)
    },

    // MUST 5: A valid token without the required scope is refused.
    'auth-scope': async (check) => {
      const { clause, contract, must, principals } = check
      const { exchanges, control } = await attemptsAs(check, 'limited')
      const outcome = await principals.outcome('limited')
      if (!outcome.ok) throw new Inconclusive(`no token for limited: ${outcome.reason}`)
      const token = outcome.token.reveal()
      const operation = contract.operations.get(clause.operation)
      const required = operation === undefined ? undefined : requiredScopes(check, operation)
      if (required?.length === 0) check.inapplicable('the profile says that the operation requires no scope')
      if (required === undefined)
        must.assume(
          !exchanges.some(({ accepted }) => accepted),
          `the required scope is not shown: declare operations["${clause.operation}"].scopes in the profile`,
          'user',
        )
      else if (scopesOf(token, outcome.response)?.some((scope) => required.includes(scope)))
        check.skip(`the token of limited holds ${required.join(', ')}: supply one that lacks it`)
      for (const exchange of exchanges) {
        if (statusOf(exchange) === 401)
          must.assume(!hasEnded(token), 'the token of limited may have expired', 'user')
        await refusedAs(check, exchange, control, 403)
      }
      // One of the client of full that holds nearly the right ones.
      for (const { principal, attempt } of (await matrixOf(check)).attempts) {
        if (!principal.startsWith('scope ')) continue
        must.assume(
          statusOf(attempt) !== 401 || !principals.refusals.endedEarly,
          'the tenant ends the earlier tokens of a client when it issues another',
          'specification',
        )
        await refusedAs(check, attempt, control, 403)
      }
    },

    // MUST 5: A request that is refused for its token changes nothing.
    'auth-changes-nothing': async (check) => {
      const { compare, attempts: all } = await matrixOf(check)
      // Without a read nothing is compared: it says what is missing.
      const { resource = '' } = check.contract.operations.get(check.clause.operation) ?? {}
      if (compare === null && check.contract.resources.get(resource)?.singleton === true)
        await check.singleton(resource).read()
      check.must.assume(
        refusedAttempts(all).length > 0,
        'no request was refused that could have changed something',
      )
      if (compare === null) throw new Inconclusive('no valid request was accepted beside the refused ones')
      compare(check)
    },

    // SHOULD 5: An invalid token gets 401 even where the id in the path does not exist.
    'auth-before-lookup': async (check) => {
      const { unknownId, control } = await matrixOf(check)
      const status = unknownId === null ? 0 : statusOf(unknownId)
      if (status >= 400 && status < 500) check.knowledge.observe('authentication-order', status)
      if (control === null) throw new Inconclusive('no valid request was accepted')
      if (unknownId === null)
        throw new Inconclusive('no invalid token gets 401 where the id exists: see auth-not-a-jwt')
      // Validation may come before authentication: a 400 for the path says nothing.
      check.must.assume(
        ![400, 422].includes(status),
        'the id was refused before the token was looked at',
        'specification',
      )
      await assumeNotLockedOut(check, unknownId)
      check.must.haveStatus(unknownId, [401], { control })
    },
  },
})
