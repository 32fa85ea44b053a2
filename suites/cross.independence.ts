// What an operation leaves alone: all that is of another kind than what it names.
import { apartFrom, crossSuite, otherKindsUnchanged } from '../src/suite.ts'

export default crossSuite('independence', {
  each: {
    // MUST 1: A request that is carried out changes what its operation names, and nothing of another kind.
    'other-kinds-unchanged': { ...apartFrom('phone-templates', otherKindsUnchanged), phase: 'stateful' },
  },
})
