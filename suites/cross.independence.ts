// Checks that an operation does not change resources of other types (part 1).
import { apartFrom, crossSuite, otherKindsUnchanged } from '../src/suite.ts'

export default crossSuite('independence', {
  each: {
    // MUST 1: An accepted request changes only resources of the type that the operation is about. For example, an update of an event stream
    //   does not change the phone templates. The specification describes no operation that also changes resources of another type.
    'other-kinds-unchanged': { ...apartFrom('phone-templates', otherKindsUnchanged), phase: 'stateful' },
  },
})
