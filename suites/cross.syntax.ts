// How requests may be written: what HTTP and JSON call the same request, and what nothing gives a meaning.
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('syntax', {
  each: {
    'http-syntax': encodings.sameRequest,
    'json-syntax': encodings.sameRequest,
    'strange-request': encodings.strangeRequests,
    'other-methods': encodings.otherMethods,
  },
})
