// Checks that the tenant rejects forged tokens.
import { authorization, type Checks } from '../../src/suite.ts'
import { refuses } from './refused-tokens.ts'

const { forgeries } = authorization

export const forgedTokens: Checks = {
  // MUST 5: The tenant rejects a token that is not a JWT.
  'auth-not-a-jwt': refuses(...forgeries['not-a-jwt']),
  // MUST 5: The tenant rejects a token with an altered signature, or a token converted to lower case.
  'auth-altered-signature': refuses(...forgeries['altered-signature']),
  // MUST 5: The tenant rejects a token whose signature is missing, truncated, doubled or all zeros.
  'auth-signature-missing': refuses(...forgeries['signature-missing']),
  // MUST 5: The tenant rejects a token with an altered header and the original signature.
  'auth-altered-header': refuses(...forgeries['altered-header']),
  // MUST 5: The tenant rejects a token with an altered payload and the original signature, or with the signature of another token.
  'auth-altered-payload': refuses(...forgeries['altered-payload']),
  // MUST 5: The tenant rejects a token with the algorithm none, in any letter case, with or without a signature.
  'auth-alg-none': refuses(...forgeries['alg-none']),
  // MUST 5: The tenant rejects a token that names no algorithm, an unknown algorithm, or another algorithm than that of its signature.
  'auth-unknown-alg': refuses(...forgeries['unknown-alg']),
  // MUST 5: The tenant rejects a token signed with a key that does not belong to the tenant.
  'auth-other-key': refuses(...forgeries['other-key']),
  // MUST 5: The tenant rejects a token signed with a key that the token itself contains or links to.
  'auth-embedded-key': refuses(...forgeries['embedded-key']),
  // MUST 5: The tenant rejects a token whose key id does not identify a key of the tenant.
  'auth-kid': refuses(...forgeries.kid),
  // MUST 5: The tenant rejects a token signed with HMAC, with a public key of the tenant as the secret.
  'auth-public-key-as-secret': refuses(...forgeries['public-key-as-secret']),
  // MUST 5: The tenant rejects a token signed with HMAC, with an empty or easily guessed secret.
  'auth-guessable-secret': refuses(...forgeries['guessable-secret']),
}
