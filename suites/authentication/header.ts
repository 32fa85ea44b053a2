// Checks requests without a well-formed bearer token in the Authorization header.
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
  // MUST 5: The tenant returns a 4xx status for a request without an Authorization header. Part 4 of the specification says that every
  //   request has this header.
  'auth-missing': refusesWithAnyStatus('none'),
  // SHOULD 5: The tenant returns 401 for a request without an Authorization header (RFC 9110, 15.5.2). The specification shows no status
  //   for a request without this header.
  'auth-missing-401': using([attemptsAs], async (check) => {
    const { exchanges, control } = await attemptsAs(check, 'none')
    for (const exchange of exchanges) check.must.haveStatus(exchange, [401], { control })
  }),
  // SHOULD 5: If the Authorization header contains a valid token with a scheme other than Bearer, or without a scheme, the tenant returns a
  //   4xx status.
  'auth-wrong-scheme': refusesWithAnyStatus('wrong-scheme', 'scheme-missing'),
  // MUST 5: If the Authorization header contains no well-formed token, the tenant returns a 4xx status. Examples of such a header are the
  //   scheme Bearer without a token, the word null as the token, a JWT with a missing or an additional part, a JWT with null as its header
  //   or payload, a token with non-ASCII characters, and a long token with deeply nested JSON.
  'auth-malformed': using([attemptsAs], async (check) => {
    const { exchanges, control } = await attemptsAs(check, ...malformed)
    // Ignores missing responses, which a proxy can cause, and 5xx statuses, which the clause no-server-error
    // judges.
    const read = exchanges.filter((exchange) => exchange.accepted || isAnswered(exchange))
    check.must.assume(
      read.length > 0,
      'the tenant returned no response to a malformed Authorization header',
      'failing',
    )
    for (const exchange of read) check.must.refuse(exchange, { control, of: 'token' })
  }),
}
