// Checks the WWW-Authenticate header of 401 responses, and the scheme in the Authorization header.
import {
  authorization,
  type Checks,
  describeResponse,
  type Exchange,
  isAccepted,
  NotRun,
  type Principal,
  type Request,
  statusOf,
  type TestContext,
  using,
} from '../../src/suite.ts'
import {
  afterOtherChecks,
  isAuthenticated,
  sendWithBoth,
  wasAuthenticated,
  writingOperations,
} from './other-operations.ts'

const { harmlessRequest, probe } = authorization

/** If no request with this token was sent, sends one. Returns null if no response had status 401. */
const find401 = async (check: TestContext, as: Principal, operation: string): Promise<Exchange | null> => {
  const seen = check.answersTo(as, operation)
  if (seen.size > 0) return seen.get(401) ?? null
  const request = harmlessRequest(check, operation)
  if (request === null) return null
  const exchange = await check.call({ ...request, intent: 'unauthorised' }, { as }).catch(nullIfNotRun)
  return exchange !== null && statusOf(exchange) === 401 ? exchange : null
}

/** Some forgeries of an opaque token are impossible. Then `call` throws NotRun. */
const nullIfNotRun = (error: unknown): null => {
  if (error instanceof NotRun) return null
  throw error
}

const schemeMessage =
  'The tenant refuses a valid token if the scheme is written as bEARER, with two spaces after it.'

const mustKnowScheme = (must: TestContext['must'], exchange: Exchange, control: Exchange): void => {
  if ([400, 401].includes(statusOf(exchange)) && isAuthenticated(control))
    must.that(false, schemeMessage, {
      expected: 'the tenant accepts the request, as with the scheme Bearer',
      received: describeResponse(exchange),
      exchange,
      control,
    })
}

const mustKnowSchemeElsewhere = async (check: TestContext): Promise<void> => {
  for (const operation of writingOperations(check)) {
    if (wasAuthenticated(check, 'scheme-case', operation.name)) continue
    const both = await sendWithBoth(check, operation, ['full', 'scheme-case'])
    if (both !== null) mustKnowScheme(check.must, both[1], both[0])
  }
}

export const authorizationHeader: Checks = {
  // SHOULD 5: At every operation, a 401 response contains a WWW-Authenticate header that names the scheme Bearer (RFC 9110, 15.5.2; RFC
  //   6750, 3).
  'auth-challenge': afterOtherChecks(async (check) => {
    let seen = 0
    const { principals } = check
    // Without a supplied expired token, the run would wait until a token expires.
    const hasExpired =
      principals.supplied('expired') !== null && (await principals.unfitness('expired')) === null
    for (const { name } of check.contract.operations.values()) {
      for (const as of ['none', 'not-a-jwt', 'altered-signature', 'expired'] as const) {
        if (as === 'expired' && !hasExpired) continue
        const exchange = await find401(check, as, name)
        if (exchange === null) continue
        seen += 1
        const challenge = exchange.response?.headers['www-authenticate'] ?? ''
        check.must.that(/\bbearer\b/i.test(challenge), 'A 401 response does not say how to authenticate.', {
          expected: 'a WWW-Authenticate header that names the scheme Bearer',
          received:
            challenge === ''
              ? '401 without a WWW-Authenticate header'
              : `401 with WWW-Authenticate: ${challenge}`,
          exchange,
        })
      }
    }
    if (seen === 0) check.inapplicable('the tenant returned 401 for no request without a token')
  }),
  // SHOULD 5: In the Authorization header, the tenant accepts the scheme Bearer in any letter case. The tenant also accepts more than one
  //   space between the scheme and the token (RFC 9110, 11.1 and 11.4).
  'scheme-case': afterOtherChecks(
    using([[probe, 'full']], async (check) => {
      const { requests, call, must } = check
      const request: Request = { ...requests.probe(), intent: 'probe' }
      const seen = [...check.answersTo('scheme-case', request.operation).values()].find(isAccepted)
      let control: Exchange = await check.use(probe, 'full')
      let exchange = seen ?? (await call(request, { as: 'scheme-case' }))
      if (!isAccepted(exchange)) {
        // The token may have expired between the two requests.
        control = await call(requests.probe())
        exchange = await call(request, { as: 'scheme-case' })
      }
      mustKnowScheme(must, exchange, control)
      must.accept(exchange, { control })
      await mustKnowSchemeElsewhere(check)
    }),
  ),
}
