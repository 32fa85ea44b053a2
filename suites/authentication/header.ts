// Authorization headers without a bearer token.
import {
  authorization,
  type Checks,
  type Exchange,
  type Principal,
  statusOf,
  using,
} from '../../src/suite.ts'

const { attemptsAs, malformed } = authorization

const refusesWithAnyStatus = (...principals: readonly Principal[]) =>
  using([attemptsAs], async (check) => {
    const { exchanges, control } = await attemptsAs(check, ...principals)
    for (const exchange of exchanges) check.must.refuse(exchange, { control, of: 'token' })
  })

const isAnswered = (exchange: Exchange): boolean => statusOf(exchange) > 0 && statusOf(exchange) < 500

export const authorizationHeader: Checks = {
  // MUST 5: The tenant rejects a request without an Authorization header.
  'auth-missing': refusesWithAnyStatus('none'),
  // SHOULD 5: The tenant returns 401 for a request without an Authorization header (RFC 9110, 15.5.2).
  'auth-missing-401': using([attemptsAs], async (check) => {
    const { exchanges, control } = await attemptsAs(check, 'none')
    for (const exchange of exchanges) check.must.haveStatus(exchange, [401], { control })
  }),
  // SHOULD 5: The tenant rejects a valid token if the Authorization header names another scheme than Bearer, or no scheme.
  'auth-wrong-scheme': refusesWithAnyStatus('wrong-scheme', 'scheme-missing'),
  // MUST 5: The tenant rejects a request whose Authorization header contains no well-formed token. Examples are the scheme alone, the word
  //   null, a JWT with a missing, extra or null part, non-ASCII characters, and a long token with deep nesting.
  'auth-malformed': using([attemptsAs], async (check) => {
    const { exchanges, control } = await attemptsAs(check, ...malformed)
    // A proxy may close the connection. A 5xx fails the clause no-server-error.
    const read = exchanges.filter((exchange) => exchange.accepted || isAnswered(exchange))
    check.must.assume(
      read.length > 0,
      'the tenant returned no response to a malformed Authorization header',
      'failing',
    )
    for (const exchange of read) check.must.refuse(exchange, { control, of: 'token' })
  }),
}
