// Checks the keys of each key set that `key-sets.ts` reads (part 2.3).
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
    throw new NotApplicable('no key in the response has a member that this clause judges')
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
  // MUST 2.3: No key contains a member of a private or symmetric key (d, p, q, dp, dq, qi, oth or k), and no member contains a private key
  //   in PEM format.
  'public-only': meetsClause,
  // MUST 2.3: A key with n or e has both of these members. A key with x or y has both of these members, but on a curve without y, for
  //   example Ed25519, a key has only x. The members form a valid public key (RFC 7518, 6.2 and 6.3; RFC 8037, 2).
  'key-material': meetsClause,
  // SHOULD 2.3: The members n, e, x and y of a key are in base64url without padding. The numbers n and e have no leading zero bytes. The
  //   coordinates x and y have exactly as many bytes as the curve requires (RFC 7518, 2, 6.2.1.2 and 6.3.1).
  'key-encoding': meetsClause,
  // SHOULD 2.3: In each key, the values of use, key_ops and alg agree with each other and with the public key. For example, the key_ops of
  //   a key with the use sig contain no operation of encryption, and the alg of an RSA key is not an algorithm of an elliptic curve.
  //   key_ops contains no operation twice (RFC 7517, 4.3; RFC 7518, 3).
  'key-use': meetsClause,
  // SHOULD 2.3: In a key, x5c is an array of one or more base64-encoded X.509 certificates (RFC 7517, 4.7).
  certificates: meetsClause,
  // SHOULD 2.3: In x5c, each certificate except the last is certified by the next certificate. The subject of the next certificate is the
  //   issuer, and the key of the next certificate verifies the signature (RFC 7517, 4.7).
  'certificate-chain': meetsClause,
  // SHOULD 2.3: The first certificate in x5c contains the public key that the other members of the key describe (RFC 7517, 4.7).
  'certificate-key': meetsClause,
  // SHOULD 2.3: In a key, x5u is an absolute URL. The scheme of this URL is not http, because RFC 7517, 4.6, requires TLS for HTTP
  //   requests.
  'certificate-url': meetsClause,
  // SHOULD 2.3: In a key, x5t is the SHA-1 thumbprint of the first certificate in x5c, in base64url, base64 or hexadecimal digits (RFC
  //   7517, 4.8).
  'thumbprint-sha1': meetsClause,
  // SHOULD 2.3: In a key, x5t#S256 is the base64url-encoded SHA-256 thumbprint of the first certificate in x5c (RFC 7517, 4.9).
  'thumbprint-sha256': meetsClause,
  // SHOULD 2.3: If two keys of the key set have the same type (kty), the values of kid in these keys are different (RFC 7517, 4.5).
  'kids-distinct': meetsClause,
  // SHOULD 2.3: The key set does not contain the same key twice with the same use, key_ops and alg (RFC 7517, 4.5 and 5).
  'keys-distinct': meetsClause,
}
