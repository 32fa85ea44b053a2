// Tokens (part 5): which are accepted, how a header carries them, and what the token endpoint issues.
import { crossSuite } from '../src/suite.ts'
import { acceptedTokens } from './tokens/accepted.ts'
import { tokenEndpoint } from './tokens/endpoint.ts'
import { authorizationHeader } from './tokens/header.ts'

export default crossSuite('tokens', {
  any: { ...acceptedTokens, ...authorizationHeader, ...tokenEndpoint },
})
