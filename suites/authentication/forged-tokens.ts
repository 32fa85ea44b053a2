// Forged tokens.
import { authorization, type Checks } from '../../src/suite.ts'
import { refuses } from './refused-tokens.ts'

const { forgeries } = authorization

export const forgedTokens: Checks = {
  // MUST 5: A token that is not a JWT is refused.
  'auth-not-a-jwt': refuses(...forgeries['not-a-jwt']),
  // MUST 5: A token whose signature was altered is refused.
  'auth-altered-signature': refuses(...forgeries['altered-signature']),
  // MUST 5: A token whose signature is missing, cut, doubled or all zeros is refused.
  'auth-signature-missing': refuses(...forgeries['signature-missing']),
  // MUST 5: A token whose header was altered under the old signature is refused.
  'auth-altered-header': refuses(...forgeries['altered-header']),
  // MUST 5: A token whose payload was altered under the old signature, or bears the signature of another token, is refused.
  'auth-altered-payload': refuses(...forgeries['altered-payload']),
  // MUST 5: A token that names the algorithm none, in any letter case, with or without a signature, is refused.
  'auth-alg-none': refuses(...forgeries['alg-none']),
  // MUST 5: A token that names no algorithm, or one that does not exist, is refused.
  'auth-unknown-alg': refuses(...forgeries['unknown-alg']),
  // MUST 5: A token signed by a key that is not the tenant's is refused.
  'auth-other-key': refuses(...forgeries['other-key']),
  // MUST 5: A token signed by a key that it carries itself, or whose address it names, is refused.
  'auth-embedded-key': refuses(...forgeries['embedded-key']),
  // MUST 5: A token whose key id does not lead to a key of the tenant is refused.
  'auth-kid': refuses(...forgeries.kid),
  // MUST 5: A token signed by HMAC with a public key of the tenant as its secret is refused.
  'auth-public-key-as-secret': refuses(...forgeries['public-key-as-secret']),
  // MUST 5: A token signed by HMAC with the empty text or an easily guessed word as its secret is refused.
  'auth-guessable-secret': refuses(...forgeries['guessable-secret']),
}
