// Media types of requests (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('media-types', {
  each: {
    // SHOULD 4: A JSON body labelled application/json; charset=utf-8 is accepted like application/json (RFC 9110, 8.3.1).
    'json-charset': encodings.equivalentRequests,
    // SHOULD 4: A JSON body whose media type is in another letter case is accepted like application/json (RFC 9110, 8.3.1).
    'media-type-case': encodings.equivalentRequests,
    // SHOULD 4: A body that is not of the media type that its label names, or whose media type is neither JSON nor a form, is refused or
    //   taken for what it is; nothing else comes of it, and never a 5xx (RFC 9110, 8.3).
    'other-media-type': encodings.otherTypes,
  },
})
