// Clauses about the authentication and authorization of every operation (part 5).
import { crossSuite } from '../src/suite.ts'
import { beforeRefusal } from './authentication/before-refusal.ts'
import { forgedTokens } from './authentication/forged-tokens.ts'
import { authorizationHeader } from './authentication/header.ts'
import { refusalsOfTokens } from './authentication/refusals.ts'
import { missingScope } from './authentication/scope.ts'
import { unfitTokens } from './authentication/unfit-tokens.ts'

export default crossSuite('authentication', {
  each: {
    ...authorizationHeader,
    ...forgedTokens,
    ...unfitTokens,
    ...refusalsOfTokens,
    ...missingScope,
    ...beforeRefusal,
  },
})
