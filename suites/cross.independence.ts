// Checks that an operation leaves resources of other types unchanged (part 1 of the specification).
import { apartFrom, crossSuite, otherKindsUnchanged } from '../src/suite.ts'

export default crossSuite('independence', {
  each: {
    // MUST 1: An accepted request changes no resource of another kind than its operation names.
    'other-kinds-unchanged': { ...apartFrom('phone-templates', otherKindsUnchanged), phase: 'stateful' },
  },
})
