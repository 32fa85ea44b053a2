// Clauses about the media types of requests (part 4 of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    // SHOULD 4: The tenant accepts a JSON body with the media type application/json; charset=utf-8 like the same body with application/json
    //   (RFC 9110, 8.3.1).
    'json-charset': encodings.equivalentRequests,
    // SHOULD 4: The tenant accepts a JSON body with a media type in another letter case, for example Application/Json, like the same body
    //   with application/json (RFC 9110, 8.3.1).
    'media-type-case': encodings.equivalentRequests,
    // SHOULD 4: If the Content-Type header names JSON or a form but the body has the other format, the tenant rejects the request or
    //   changes nothing. If the header names another media type, the tenant may also store the members of the body. The tenant never
    //   returns a 5xx status (RFC 9110, 8.3).
    'other-media-type': encodings.otherTypes,
  },
})
