// Clauses about the media types of request bodies (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    // SHOULD 4: A JSON body with the media type application/json; charset=utf-8 has the same effect as the same body with application/json
    //   (RFC 9110, 8.3.1).
    'json-charset': encodings.equivalentRequests,
    // SHOULD 4: A JSON body with the media type in another letter case, for example Application/Json, has the same effect as the same body
    //   with application/json (RFC 9110, 8.3.1).
    'media-type-case': encodings.equivalentRequests,
    // SHOULD 4: The tenant rejects a request if its Content-Type header names JSON but its body is a form. If the header names a form but
    //   the body is JSON, the tenant rejects the request or changes nothing. If the header names another media type, for example
    //   text/plain, the tenant rejects the request, changes nothing, or stores the members of the body. The tenant never returns a 5xx
    //   status for these requests (RFC 9110, 8.3).
    'other-media-type': encodings.otherTypes,
  },
})
