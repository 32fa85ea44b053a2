// Sends operations as every principal, and handles token scopes. Other folders import only this file.
export { forgeries, malformed } from '../principals/forgeries.ts'
export { scopesOf } from '../principals/granted-scopes.ts'
export { endedTokens, showsEnd } from './ended-token.ts'
export { attemptsAs, harmlessRequest, matrixOf } from './matrix.ts'
export { lockOut, probe, refusedAttempts } from './principal-attempts.ts'
export { hasEnded, requiredScopes } from './scopes.ts'
