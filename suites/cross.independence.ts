// An operation leaves resources of other kinds unchanged (part 1).
import { apartFrom, crossSuite, otherKindsUnchanged } from '../src/suite.ts'

export default crossSuite('independence', {
  each: {
    // MUST 1: A request that is carried out changes what its operation names, and nothing of another kind.
    'other-kinds-unchanged': { ...apartFrom('phone-templates', otherKindsUnchanged), phase: 'stateful' },
  },
})
