// What an operation leaves alone: all that is of another kind than what it names.
import { apartFrom, crossSuite, otherKindsUnchanged } from '../src/suite.ts'

export default crossSuite('independence', {
  each: {
    'other-kinds-unchanged': { ...apartFrom('phone-templates', otherKindsUnchanged), phase: 'stateful' },
  },
})
