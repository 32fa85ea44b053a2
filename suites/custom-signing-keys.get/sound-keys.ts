// Checks that the keys are sound and distinct (section 2.3 of the specification). The observations
// come from `watch.ts`.
import { type Checks, comparedOf, NotApplicable, stateful, type TestContext, using } from '../../src/suite.ts'
import { type KeySet, keySets } from './key-sets.ts'

const meetsClause = stateful(
  using([keySets], async (check) => {
    for (const set of await check.use(keySets)) mustMeetClause(check, set)
  }),
)

const mustMeetClause = (check: TestContext, { exchange, observations: all }: KeySet): void => {
  const observations = all.filter(({ clause }) => clause === check.clause.name)
  if (observations.length === 0)
    throw new NotApplicable('no key of the set has a member that this clause is about')
  // A key set without the specified form cannot be judged.
  const problems = check.problems(exchange)
  if (problems.length > 0)
    check.must.doubt(`the key set does not have the specified form: see ${problems.join(', ')}`)
  for (const { problem, pointers = [] } of observations) {
    const { says = '', ...detail } = problem ?? { expected: '', received: '' }
    const compared = comparedOf(exchange.operation, pointers)
    check.must.that(problem === null, says, { pointers, ...detail, exchange }, compared)
  }
}

export const soundKeys: Checks = {
  // MUST 2.3: No key contains a private or symmetric member (d, p, q, dp, dq, qi, oth or k) or a private key in PEM.
  'public-only': meetsClause,
  // MUST 2.3: A key that has n or e has both. A key that has x or y has both, or has only x if the curve of the key has no y. These members
  //   form a usable public key (RFC 7518, 6.2 and 6.3; RFC 8037, 2).
  'key-material': meetsClause,
  // SHOULD 2.3: The members n, e, x and y of a key are in base64url without padding. The numbers n and e have no leading zero bytes. The
  //   coordinates x and y have exactly as many bytes as the curve requires (RFC 7518, 2, 6.2.1.2 and 6.3.1).
  'key-encoding': meetsClause,
  // SHOULD 2.3: The members use, key_ops and alg of a key agree with one another and with the key material. key_ops contains no operation
  //   twice (RFC 7517, 4.3; RFC 7518, 3).
  'key-use': meetsClause,
  // SHOULD 2.3: In a key, x5c is an array of one or more base64-encoded X.509 certificates (RFC 7517, 4.7).
  certificates: meetsClause,
  // SHOULD 2.3: Each certificate in x5c except the first certifies the certificate before it (RFC 7517, 4.7).
  'certificate-chain': meetsClause,
  // SHOULD 2.3: The first certificate in x5c contains the public key that the other members of the key describe (RFC 7517, 4.7).
  'certificate-key': meetsClause,
  // SHOULD 2.3: In a key, x5u is an absolute URL. The scheme of the URL is not http, because an HTTP request must use TLS (RFC 7517, 4.6).
  'certificate-url': meetsClause,
  // SHOULD 2.3: In a key, x5t is the SHA-1 thumbprint of the first certificate in x5c (RFC 7517, 4.8).
  'thumbprint-sha1': meetsClause,
  // SHOULD 2.3: In a key, x5t#S256 is the base64url-encoded SHA-256 thumbprint of the first certificate in x5c (RFC 7517, 4.9).
  'thumbprint-sha256': meetsClause,
  // SHOULD 2.3: Two keys of the same type (kty) have different values of kid (RFC 7517, 4.5).
  'kids-distinct': meetsClause,
  // SHOULD 2.3: The key set does not contain the same key twice with the same use, key_ops and alg (RFC 7517, 4.5 and 5).
  'keys-distinct': meetsClause,
}
