// Authorization: operations under every principal, and the scopes of tokens. Other folders import this file
// only.
export { forgeries, malformed } from '../principals/forgeries.ts'
export { scopesOf } from '../principals/granted-scopes.ts'
export { endedTokens, showsEnd } from './ended-token.ts'
export { attemptsAs, harmlessRequest, matrixOf } from './matrix.ts'
export { lockOut, probe, refusedAttempts } from './principal-attempts.ts'
export { hasEnded, requiredScopes } from './scopes.ts'
