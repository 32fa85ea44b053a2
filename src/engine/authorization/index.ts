// Authorization: the same request under every principal, for each operation as its act asks for, and the scopes of tokens.
// Entered by this file alone.
export { forgeries, malformed } from '../requests/forgeries.ts'
export { lockOut, refusedOnes } from './each.ts'
export { endedTokens, showsEnd } from './ended.ts'
export { asked, harmlessRequest, matrixOf } from './matrix.ts'
export { probe } from './probe.ts'
export { hasEnded, requiredScopes, scopesOf } from './scopes.ts'
