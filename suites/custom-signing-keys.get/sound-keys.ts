// Sound and distinct keys (part 2.3). watch.ts judges the keys.
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
    throw new NotApplicable('no key of the set has the members that the clause is about')
  // A key set of another form cannot be judged.
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
  // MUST 2.3: In each key, n and e, or x and y, or x alone for a curve without y, form a usable public key. No key has only half of a pair
  //   (RFC 7518, 6.2 and 6.3; RFC 8037, 2).
  'key-material': meetsClause,
  // SHOULD 2.3: The members n, e, x and y are in base64url without padding. The numbers n and e have no leading zero bytes; the coordinates
  //   x and y have all bytes of their curve (RFC 7518, 2, 6.2.1.2 and 6.3.1).
  'key-encoding': meetsClause,
  // SHOULD 2.3: The members use, key_ops and alg do not contradict one another or the key, and key_ops names no operation twice (RFC 7517,
  //   4.3; RFC 7518, 3).
  'key-use': meetsClause,
  // SHOULD 2.3: x5c is a chain of one or more base64-encoded X.509 certificates (RFC 7517, 4.7).
  certificates: meetsClause,
  // SHOULD 2.3: Each certificate in x5c certifies the one before it (RFC 7517, 4.7).
  'certificate-chain': meetsClause,
  // SHOULD 2.3: The first certificate in x5c contains the same public key as the key itself (RFC 7517, 4.7).
  'certificate-key': meetsClause,
  // SHOULD 2.3: x5u is an absolute URL that does not use HTTP without TLS (RFC 7517, 4.6).
  'certificate-url': meetsClause,
  // SHOULD 2.3: x5t is the SHA-1 thumbprint of the first certificate (RFC 7517, 4.8).
  'thumbprint-sha1': meetsClause,
  // SHOULD 2.3: x5t#S256 is the base64url-encoded SHA-256 thumbprint of the first certificate (RFC 7517, 4.9).
  'thumbprint-sha256': meetsClause,
  // SHOULD 2.3: Different keys of the same type have different kids (RFC 7517, 4.5).
  'kids-distinct': meetsClause,
  // SHOULD 2.3: The set does not contain a key twice for the same use, operations and algorithm (RFC 7517, 4.5 and 5).
  'keys-distinct': meetsClause,
}
