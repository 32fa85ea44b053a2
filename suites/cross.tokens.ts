// Tokens (part 5): bearer tokens and client credentials, and what the token endpoint gives.
import {
  apartFrom,
  authorization,
  type Check,
  crossSuite,
  describeResponse,
  type Exchange,
  Inconclusive,
  isAccepted,
  isJwt,
  type JsonObject,
  NotRun,
  orElse,
  type PhasedCheck,
  type Principal,
  type Request,
  statusOf,
  type Tester,
  validRequest,
} from '../src/suite.ts'
import { earlierTokens } from './tokens/earlier.ts'

const { hasEnded, probe, scopesOf } = authorization

// Part 5 lists no such combination.
const noScope = 'create:branding'

/** Whether it was served, or told that there is nothing of the kind: nobody is told so whose token is refused. */
const isLetIn = (exchange: Exchange): boolean => isAccepted(exchange) || statusOf(exchange) === 404

/** Holds that a valid token gets no 401 where the other scheme's is served. */
const servedAsWell = (must: Tester['must'], exchange: Exchange, control: Exchange): void => {
  if (statusOf(exchange) === 401 && isLetIn(control))
    must.that(false, 'A token of one scheme gets 401 where that of the other is served.', {
      expected: 'both tokens are accepted',
      received: describeResponse(exchange),
      exchange,
      control,
    })
}

/** A tenant may end a client's earlier tokens: their lifetime is not shown, and the supplied token may be one of them. */
const assumeNotEnded = async (check: Tester, supplied: Exchange): Promise<void> => {
  if (statusOf(supplied) !== 401) return
  const { shows } = await check.use(earlierTokens)
  check.must.assume(
    shows !== 'ended',
    'the tenant ends the earlier tokens of a client when it issues another, perhaps the supplied one too: see any.token-lifetime',
    'specification',
  )
}

/** Whether the run has seen that the operation lets that principal in. */
const wasLetIn = (check: Tester, as: Principal, operation: string): boolean =>
  [...check.answersTo(as, operation).values()].some(isLetIn)

/** A request of the operation by two principals; null where it can't be sent. Where its path names something, that is nothing. */
const underBoth = async (
  check: Tester,
  { name, idParameter }: { readonly name: string; readonly idParameter: unknown },
  principals: readonly [Principal, Principal],
): Promise<readonly [Exchange, Exchange] | null> => {
  const sent = async (as: Principal): Promise<Exchange> => {
    const nothing = idParameter === null ? null : authorization.harmlessRequest(check, name)
    return check.call({ ...(nothing ?? (await validRequest(check, name))), intent: 'probe' }, { as })
  }
  const first = await sent(principals[0]).catch(orElse(null))
  const second = first === null ? null : await sent(principals[1]).catch(orElse(null))
  return first === null || second === null ? null : [first, second]
}

/** The other operations take both kinds of token, too. What can't be tried, for want of a resource, is the matter of their own clauses. */
const eitherSchemeElsewhere = async (check: Tester): Promise<void> => {
  for (const operation of check.contract.operations.values()) {
    const { name, method } = operation
    if (method === 'GET' || !check.allows(check.effectOf(name))) continue
    if (wasLetIn(check, 'full', name) && wasLetIn(check, 'bearer', name)) continue
    const both = await underBoth(check, operation, ['full', 'bearer'])
    if (both === null) continue
    const [issued, supplied] = both
    servedAsWell(check.must, issued, supplied)
    servedAsWell(check.must, supplied, issued)
  }
}

const otherScheme = 'A token is refused where its scheme is written bEARER, with two spaces after it.'

/** Holds that a request is not refused for the scheme, where it is served with the scheme Bearer. */
const knownInAnyCase = (must: Tester['must'], exchange: Exchange, control: Exchange): void => {
  if ([400, 401].includes(statusOf(exchange)) && isLetIn(control))
    must.that(false, otherScheme, {
      expected: 'it is served, as with the scheme Bearer',
      received: describeResponse(exchange),
      exchange,
      control,
    })
}

/** The other operations know the scheme, too: it was in other letters where the valid token stood beside forged ones. */
const schemeCaseElsewhere = async (check: Tester): Promise<void> => {
  for (const operation of check.contract.operations.values()) {
    const { name, method } = operation
    if (method === 'GET' || !check.allows(check.effectOf(name)) || wasLetIn(check, 'scheme-case', name))
      continue
    const both = await underBoth(check, operation, ['full', 'scheme-case'])
    if (both !== null) knownInAnyCase(check.must, both[1], both[0])
  }
}

/** A 401 that the run has seen, or else one that a request gets on which no tenant could act; null where there is none. */
const unauthorisedAs = async (check: Tester, as: Principal, operation: string): Promise<Exchange | null> => {
  const seen = check.answersTo(as, operation)
  if (seen.size > 0) return seen.get(401) ?? null
  const request = authorization.harmlessRequest(check, operation)
  if (request === null) return null
  const exchange = await check.call({ ...request, intent: 'unauthorised' }, { as }).catch(notForged)
  return exchange !== null && statusOf(exchange) === 401 ? exchange : null
}

/** Where else than in the header a token is taken (RFC 6750, 2.2 and 2.3): asked with the least that a run has, and never judged. */
const observeOtherPlaces = async (check: Tester): Promise<void> => {
  const { requests, call, contract, knowledge, principals } = check
  const withForged = inQuery({ ...requests.probe(), intent: 'probe' }, 'not-a-token')
  const both = await call(withForged)
  knowledge.observe('two-tokens', both.accepted ? 'the header counts' : `status ${statusOf(both)}`)
  if (!principals.has('limited')) return
  const outcome = await principals.outcome('limited')
  if (!outcome.ok) return
  const token = outcome.token.reveal()
  const alone = inQuery({ ...requests.probe(), intent: 'unauthorised' }, token)
  knowledge.observe('token-in-query', taken(await call(alone, { as: 'none' })))
  const update = [...contract.operations.values()].find(({ act }) => act === 'update')
  // A valid token that comes with more than a read is for the write modes.
  if (update === undefined || !check.allows(check.effectOf(update.name))) return
  const request = authorization.harmlessRequest(check, update.name)
  if (request === null) return
  const body = { access_token: token }
  const mediaType = 'application/x-www-form-urlencoded'
  const form: Request = { ...request, body, mediaType, intent: 'unauthorised' }
  knowledge.observe('token-in-form', taken(await call(form, { as: 'none' })))
}

const inQuery = (request: Request, token: string): Request => ({
  ...request,
  path: `${request.path}?${new URLSearchParams({ access_token: token })}`,
})

// Who a token is of is known where something else is refused than the want of one.
const taken = (exchange: Exchange): string =>
  [401, 400, 415, 422].includes(statusOf(exchange)) ? 'not taken' : `taken: status ${statusOf(exchange)}`

/** The secret of a token request that has it in its body. */
const secretOf = ({ body }: Request): string => String((body as JsonObject | undefined)?.client_secret ?? '')

/** Of an opaque token there are few forgeries. */
const notForged = (error: unknown): null => {
  if (error instanceof NotRun) return null
  throw error
}

/** Judged when the run has seen most: what it has seen need not be asked for. */
const atLast = (run: Check): PhasedCheck => ({ ...apartFrom('phone-templates', run), phase: 'stateful' })

export default crossSuite('tokens', {
  any: {
    // MUST 5: A bearer token in the Authorization header is accepted.
    'bearer-token': async (check) => {
      const { must, principals } = check
      const supplied = principals.has('bearer')
      const exchange = await check.use(probe, supplied ? 'bearer' : 'full')
      const token = supplied ? await principals.outcome('bearer') : null
      if (token?.ok && !hasEnded(token.token.reveal())) {
        const issued = await check.use(probe, 'full')
        await assumeNotEnded(check, exchange)
        servedAsWell(must, exchange, issued)
      }
      must.accept(exchange)
      await observeOtherPlaces(check)
    },
    // MUST 5: A client credentials request, a form with the audience, to /oauth/token/ yields a token that is accepted as a bearer token.
    'client-credentials': async (check) => {
      const { must, principals } = check
      if (!principals.usesClient)
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      const answered = outcome.exchange === null ? 0 : statusOf(outcome.exchange)
      if (!outcome.ok && principals.endpoint.isAsSpecified && principals.has('bearer')) {
        const control = await check.use(probe, 'bearer')
        if (control.accepted && [404, 405].includes(answered))
          must.that(false, 'The tenant serves a bearer token, but has no token endpoint at /oauth/token/.', {
            expected: 'a token',
            received: `status ${answered}`,
            exchange: outcome.exchange,
            control,
          })
        if (control.accepted && principals.endpoint.requestRefused)
          must.that(false, 'The token endpoint does not take a request for client credentials as a form.', {
            expected: 'a token, as part 5 shows the parameters of a form',
            received: outcome.exchange === null ? '' : describeResponse(outcome.exchange),
            exchange: outcome.exchange,
            control,
          })
      }
      must.assume(
        outcome.ok,
        outcome.ok ? '' : `${outcome.reason}; TENANT_TOKEN_URL names another token endpoint`,
      )
      must.assume(
        principals.endpoint.isAsSpecified,
        'TENANT_TOKEN_URL or TENANT_AUDIENCE name another place or audience than part 5 does, so those were not tried',
        'user',
      )
      const exchange = await check.use(probe, 'full')
      if (principals.has('bearer')) servedAsWell(must, exchange, await check.use(probe, 'bearer'))
      must.accept(exchange)
    },
    // MUST 5: A supplied bearer token and a token from client credentials are both accepted.
    'either-scheme': atLast(async (check) => {
      const { must, principals } = check
      if (!principals.has('bearer'))
        throw new NotRun(
          'it needs both: supply TENANT_ACCESS_TOKEN beside TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
        )
      const issued = await check.use(probe, 'full')
      const supplied = await check.use(probe, 'bearer')
      servedAsWell(must, issued, supplied)
      const token = await principals.outcome('bearer')
      if (statusOf(supplied) === 401)
        must.assume(
          token.ok && !hasEnded(token.token.reveal()),
          'the supplied token may have expired',
          'user',
        )
      await assumeNotEnded(check, supplied)
      servedAsWell(must, supplied, issued)
      must.accept(issued, { control: supplied })
      must.accept(supplied, { control: issued })
      await eitherSchemeElsewhere(check)
    }),
    // SHOULD 5: A response with status 401 carries a WWW-Authenticate header, whatever the operation (RFC 9110, 15.5.2).
    'auth-challenge': atLast(async (check) => {
      let seen = 0
      const { principals } = check
      // One that is waited out would take its time.
      const hasExpired =
        principals.supplied('expired') !== null && (await principals.unfitness('expired')) === null
      for (const { name } of check.contract.operations.values()) {
        for (const as of ['none', 'not-a-jwt', 'altered-signature', 'expired'] as const) {
          if (as === 'expired' && !hasExpired) continue
          const exchange = await unauthorisedAs(check, as, name)
          if (exchange === null) continue
          seen += 1
          const challenge = exchange.response?.headers['www-authenticate'] ?? ''
          check.must.that(/\bbearer\b/i.test(challenge), 'A 401 does not say how to authenticate.', {
            expected: 'a WWW-Authenticate header that names the scheme Bearer',
            received: challenge === '' ? '401 without one' : `401 with WWW-Authenticate: ${challenge}`,
            exchange,
          })
        }
      }
      if (seen === 0) check.inapplicable('no request without a token was answered with 401')
    }),
    // SHOULD 5: The scheme Bearer is known in any letter case, and with more than one space after it (RFC 9110, 11.1 and 11.4).
    'scheme-case': atLast(async (check) => {
      const { requests, call, must } = check
      const request: Request = { ...requests.probe(), intent: 'probe' }
      const seen = [...check.answersTo('scheme-case', request.operation).values()].find(isAccepted)
      let control: Exchange = await check.use(probe, 'full')
      let exchange = seen ?? (await call(request, { as: 'scheme-case' }))
      if (!isAccepted(exchange)) {
        // A tenant that ends a client's older tokens may just have given another one: once more, beside a control.
        control = await call(requests.probe())
        exchange = await call(request, { as: 'scheme-case' })
      }
      knownInAnyCase(must, exchange, control)
      must.accept(exchange, { control })
      await schemeCaseElsewhere(check)
    }),
    // SHOULD 5: The response of the token endpoint names the token's type, bearer, and may not be stored (RFC 6749, 5.1).
    'token-response': async ({ must, principals }) => {
      if (!principals.usesClient)
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      if (!outcome.ok) throw new Inconclusive(outcome.reason)
      const { exchange, response } = outcome
      const type = String(response?.token_type ?? 'none')
      must.that(
        type.toLowerCase() === 'bearer',
        'The response of the token endpoint does not say which type the token has.',
        {
          expected: 'token_type Bearer, in any letter case',
          received: `token_type ${type}`,
          exchange,
        },
      )
      const control = exchange?.response?.headers['cache-control'] ?? 'none'
      must.that(/\bno-store\b/i.test(control), 'The response of the token endpoint may be kept by caches.', {
        expected: 'cache-control: no-store',
        received: `cache-control: ${control}`,
        exchange,
      })
    },
    // SHOULD 5: A token of the token endpoint is accepted for as long as the response says that it is valid, even after its client got
    //   another one (RFC 6749, 5.1).
    'token-lifetime': atLast(async (check) => {
      const { must, principals } = check
      if (!principals.usesClient)
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const seen = await check.use(earlierTokens)
      if (seen.shows === 'nothing') throw new Inconclusive(seen.reason)
      const { shows, control, after } = seen
      must.that(
        shows === 'kept',
        'A token is refused before its end, each time that its client gets another one.',
        {
          expected: 'it is served until its lifetime (expires_in) is over',
          received: describeResponse(after),
          exchange: after,
          control,
        },
      )
    }),
    // MUST 5: A token that the token endpoint issues is a JWT.
    'token-is-jwt': async ({ must, principals }) => {
      if (!principals.usesClient)
        throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const outcome = await principals.outcome('full')
      if (!outcome.ok) throw new Inconclusive(outcome.reason)
      must.that(isJwt(outcome.token.reveal()), 'The token is not a JWT.', {
        expected: 'a signed or an encrypted JWT (RFC 7519, 3)',
        received: 'a token of another form',
        exchange: outcome.exchange,
      })
    },
    // MUST 5: Each scope granted to a token is in the table of part 5.
    'token-scopes': async ({ must, principals, contract }) => {
      let seen = 0
      // Asked for, too: one that does not exist, as branding is never created.
      const asked = principals.usesClient ? await principals.outcome(`scope ${noScope}`) : null
      if (asked?.ok === true) {
        const granted = scopesOf(asked.token.reveal(), asked.response)
        if (granted !== null)
          must.that(!granted.includes(noScope), 'A scope that does not exist was granted.', {
            expected: `no token with ${noScope}`,
            received: granted.join(', '),
            exchange: asked.exchange,
          })
      }
      for (const principal of ['full', 'bearer', 'limited', 'nonGlobal'] as const) {
        if (!principals.has(principal)) continue
        const outcome = await principals.outcome(principal)
        const scopes = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
        if (scopes === null || scopes.length === 0) continue
        seen += 1
        const unknown = scopes.filter((scope) => !contract.scopes.has(scope))
        must.that(unknown.length === 0, 'A granted scope does not exist.', {
          expected: 'scopes of the table in part 5',
          received: unknown.join(', '),
          exchange: outcome.exchange,
        })
      }
      must.assume(seen > 0, 'no token shows the scopes that it was granted', 'specification')
    },
    // SHOULD 5: A token request with a wrong client secret is answered with 400 or 401 (RFC 6749, 5.2).
    'token-wrong-secret': async ({ call, must, principals }) => {
      if (principals.usesClient) {
        const outcome = await principals.outcome('full')
        must.assume(outcome.ok, 'the right secret was refused as well')
      }
      // Only now is it known how the token endpoint takes the client.
      const request = principals.endpoint.wrongSecretRequest()
      if (request === null) throw new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')
      const exchange = await call(request, { as: 'none' })
      must.assume(statusOf(exchange) > 0, 'the token endpoint did not answer', 'failing')
      must.assume(statusOf(exchange) !== 429, 'the token endpoint asked to wait')
      must.that(
        [400, 401, 403].includes(statusOf(exchange)),
        'A wrong client secret was not refused as such.',
        {
          expected: 'status 400, 401 or 403',
          received: `status ${statusOf(exchange)}`,
          exchange,
        },
      )
      const told = exchange.response?.body ?? ''
      const secret = secretOf(request)
      must.that(secret === '' || !told.includes(secret), 'The refusal of a client secret repeats it.', {
        expected: 'a body without the secret that was sent',
        received: 'a body that holds it',
        exchange,
      })
    },
  },
})
