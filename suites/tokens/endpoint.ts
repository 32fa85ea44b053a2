// Checks the token endpoint (part 5).
import {
  authorization,
  type Checks,
  describeResponse,
  Inconclusive,
  isJwt,
  type JsonObject,
  type Request,
  statusOf,
  using,
} from '../../src/suite.ts'
import { issuedToken, noClient, requireClient } from './client.ts'
import { earlierTokens } from './earlier.ts'
import { afterOtherChecks } from './other-operations.ts'

const { scopesOf } = authorization

// The table in part 5 of the specification does not contain this scope.
const unknownScope = 'create:branding'

const secretOf = ({ body }: Request): string => String((body as JsonObject | undefined)?.client_secret ?? '')

export const tokenEndpoint: Checks = {
  // SHOULD 5: A response of the token endpoint with a token contains the member token_type with the value bearer, in any letter case, and
  //   the header Cache-Control: no-store (RFC 6749, 5.1).
  'token-response': async ({ must, principals }) => {
    const { exchange, response } = await issuedToken(principals)
    const type = String(response?.token_type ?? 'none')
    must.that(
      type.toLowerCase() === 'bearer',
      'The response of the token endpoint does not name the token type Bearer.',
      {
        expected: 'token_type Bearer, in any letter case',
        received: `token_type ${type}`,
        exchange,
      },
    )
    const control = exchange?.response?.headers['cache-control'] ?? 'none'
    must.that(
      /\bno-store\b/i.test(control),
      'The response of the token endpoint does not forbid caches to store the token.',
      {
        expected: 'cache-control: no-store',
        received: `cache-control: ${control}`,
        exchange,
      },
    )
  },
  // SHOULD 5: The tenant accepts a token until the lifetime (expires_in) of the token ends, even if the client gets another token before
  //   this time (RFC 6749, 5.1).
  'token-lifetime': afterOtherChecks(
    using([earlierTokens], async (check) => {
      const { must, principals } = check
      requireClient(principals)
      const seen = await check.use(earlierTokens)
      if (seen.shows === 'nothing') throw new Inconclusive(seen.reason)
      const { shows, control, after } = seen
      must.that(
        shows === 'kept',
        'The tenant refuses a token before the end of its lifetime if the client gets a new token.',
        {
          expected: 'the token is accepted until its lifetime (expires_in) is over',
          received: describeResponse(after),
          exchange: after,
          control,
        },
      )
    }),
  ),
  // MUST 5: A token that the token endpoint issues is a JWT.
  'token-is-jwt': async ({ must, principals }) => {
    const { exchange, token } = await issuedToken(principals)
    must.that(isJwt(token.reveal()), 'The token is not a JWT.', {
      expected: 'a signed or an encrypted JWT (RFC 7519, 3)',
      received: 'a token of another form',
      exchange,
    })
  },
  // MUST 5: Each scope that the tenant grants to a token is in the table of part 5 of the specification.
  'token-scopes': async ({ must, principals, contract }) => {
    let seen = 0
    const withUnknownScope = principals.usesClient ? await principals.outcome(`scope ${unknownScope}`) : null
    if (withUnknownScope?.ok === true) {
      const granted = scopesOf(withUnknownScope.token.reveal(), withUnknownScope.response)
      if (granted !== null)
        must.that(
          !granted.includes(unknownScope),
          'The token endpoint granted a scope that does not exist.',
          {
            expected: `no token with ${unknownScope}`,
            received: granted.join(', '),
            exchange: withUnknownScope.exchange,
          },
        )
    }
    for (const principal of ['full', 'bearer', 'limited', 'nonGlobal'] as const) {
      if (!principals.has(principal)) continue
      const outcome = await principals.outcome(principal)
      const scopes = outcome.ok ? scopesOf(outcome.token.reveal(), outcome.response) : null
      if (scopes === null || scopes.length === 0) continue
      seen += 1
      const unknown = scopes.filter((scope) => !contract.scopes.has(scope))
      must.that(unknown.length === 0, 'A granted scope does not exist.', {
        expected: 'only scopes of the table in part 5 of the specification',
        received: unknown.join(', '),
        exchange: outcome.exchange,
      })
    }
    must.assume(seen > 0, 'no token shows its granted scopes', 'specification')
  },
  // SHOULD 5: If a token request contains a wrong client secret, the token endpoint returns 400 or 401 (RFC 6749, 5.2), or 403. The
  //   response body does not contain the wrong secret.
  'token-wrong-secret': async ({ call, must, principals }) => {
    if (principals.usesClient) {
      const outcome = await principals.outcome('full')
      must.assume(outcome.ok, 'the token endpoint refused the right secret too')
    }
    // The first token request of the run shows how the client authenticates.
    const request = principals.endpoint.wrongSecretRequest()
    if (request === null) throw noClient()
    const exchange = await call(request, { as: 'none' })
    must.assume(statusOf(exchange) > 0, 'the token endpoint did not answer', 'failing')
    must.assume(statusOf(exchange) !== 429, 'the token endpoint asked to wait')
    must.that(
      [400, 401, 403].includes(statusOf(exchange)),
      'The token endpoint did not refuse a wrong client secret with 400, 401 or 403.',
      {
        expected: 'status 400, 401 or 403',
        received: `status ${statusOf(exchange)}`,
        exchange,
      },
    )
    const body = exchange.response?.body ?? ''
    const secret = secretOf(request)
    must.that(
      secret === '' || !body.includes(secret),
      'The response to a wrong client secret contains this secret.',
      {
        expected: 'a body without the secret that was sent',
        received: 'a body with the secret',
        exchange,
      },
    )
  },
}
