// Clauses about the media types of requests (part 4 of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    // SHOULD 4: The tenant accepts a JSON body with the media type application/json; charset=utf-8 like one with application/json (RFC
    //   9110, 8.3.1).
    'json-charset': encodings.equivalentRequests,
    // SHOULD 4: The tenant accepts a JSON body whose media type has another letter case like one with application/json (RFC 9110, 8.3.1).
    'media-type-case': encodings.equivalentRequests,
    // SHOULD 4: If a body does not match its Content-Type, or is neither JSON nor a form, the tenant rejects it or reads its actual
    //   content. The request has no other effect and never gets a 5xx status (RFC 9110, 8.3).
    'other-media-type': encodings.otherTypes,
  },
})
