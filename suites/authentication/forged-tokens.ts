// Checks that the tenant rejects forged tokens.
import { authorization, type Checks } from '../../src/suite.ts'
import { refuses } from './refused-tokens.ts'

const { forgeries } = authorization

export const forgedTokens: Checks = {
  // MUST 5: The tenant returns a 4xx status for a token that is not a JWT. Part 7 of the specification does not show the error statuses of
  //   this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-not-a-jwt': refuses(...forgeries['not-a-jwt']),
  // MUST 5: The tenant returns a 4xx status for a token with an altered signature, and for a valid token of which all letters were
  //   converted to lower case. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status satisfies
  //   this clause. The clause auth-refusal-status is about the status 401.
  'auth-altered-signature': refuses(...forgeries['altered-signature']),
  // MUST 5: The tenant returns a 4xx status for a token with a missing, truncated, doubled or all-zero signature. Part 7 of the
  //   specification does not show the error statuses of this operation, so any 4xx status satisfies this clause. The clause
  //   auth-refusal-status is about the status 401.
  'auth-signature-missing': refuses(...forgeries['signature-missing']),
  // MUST 5: The tenant returns a 4xx status for a token with an altered header and the original signature. Part 7 of the specification does
  //   not show the error statuses of this operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the
  //   status 401.
  'auth-altered-header': refuses(...forgeries['altered-header']),
  // MUST 5: The tenant returns a 4xx status for a token with an altered payload and the original signature, and for a token with the
  //   signature of another token. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status
  //   satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-altered-payload': refuses(...forgeries['altered-payload']),
  // MUST 5: The tenant returns a 4xx status for a token with the algorithm (alg) none in its header, in any letter case, with or without a
  //   signature. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status satisfies this clause.
  //   The clause auth-refusal-status is about the status 401.
  'auth-alg-none': refuses(...forgeries['alg-none']),
  // MUST 5: The tenant returns a 4xx status for a token whose header names no algorithm (alg), an unknown algorithm, or an algorithm that
  //   does not match the signature. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status
  //   satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-unknown-alg': refuses(...forgeries['unknown-alg']),
  // MUST 5: The tenant returns a 4xx status for a token that was signed with a key that does not belong to the tenant. Part 7 of the
  //   specification does not show the error statuses of this operation, so any 4xx status satisfies this clause. The clause
  //   auth-refusal-status is about the status 401.
  'auth-other-key': refuses(...forgeries['other-key']),
  // MUST 5: The tenant returns a 4xx status for a token that was signed with a key that does not belong to the tenant, and whose header
  //   contains this key (jwk and x5c) or a link to this key (jku). Part 7 of the specification does not show the error statuses of this
  //   operation, so any 4xx status satisfies this clause. The clause auth-refusal-status is about the status 401.
  'auth-embedded-key': refuses(...forgeries['embedded-key']),
  // MUST 5: The tenant returns a 4xx status for a token with a key id (kid) that names no key of the tenant, for example a file path or an
  //   SQL expression. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status satisfies this
  //   clause. The clause auth-refusal-status is about the status 401.
  'auth-kid': refuses(...forgeries.kid),
  // MUST 5: The tenant returns a 4xx status for a token that was signed by HMAC with a public key of the tenant as the secret. Part 7 of
  //   the specification does not show the error statuses of this operation, so any 4xx status satisfies this clause. The clause
  //   auth-refusal-status is about the status 401.
  'auth-public-key-as-secret': refuses(...forgeries['public-key-as-secret']),
  // MUST 5: The tenant returns a 4xx status for a token that was signed by HMAC with an empty secret or with an easily guessed secret, for
  //   example the word secret. Part 7 of the specification does not show the error statuses of this operation, so any 4xx status satisfies
  //   this clause. The clause auth-refusal-status is about the status 401.
  'auth-guessable-secret': refuses(...forgeries['guessable-secret']),
}
