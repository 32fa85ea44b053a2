// Clauses about valid tokens and the token endpoint (part 5).
import { crossSuite } from '../src/suite.ts'
import { acceptedTokens } from './tokens/accepted.ts'
import { tokenEndpoint } from './tokens/endpoint.ts'
import { authorizationHeader } from './tokens/header.ts'

export default crossSuite('tokens', {
  any: { ...acceptedTokens, ...authorizationHeader, ...tokenEndpoint },
})
