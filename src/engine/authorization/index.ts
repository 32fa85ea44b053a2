// Authorization: operations under every principal, and the scopes of tokens. The folder's only entry.
export { forgeries, malformed } from '../requests/forgeries.ts'
export { lockOut, refusedOnes } from './each.ts'
export { endedTokens, showsEnd } from './ended.ts'
export { asked, harmlessRequest, matrixOf } from './matrix.ts'
export { probe } from './probe.ts'
export { hasEnded, requiredScopes, scopesOf } from './scopes.ts'
