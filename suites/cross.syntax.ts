// Clauses about other notations of requests, and about requests without a defined meaning (part 4
// of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('syntax', {
  each: {
    // SHOULD 4: The tenant serves all spellings of a request that are equivalent in HTTP. Examples are another Accept header, header names
    //   in another letter case, unknown headers, a percent-encoded letter in the path, and a chunked body (RFC 9110, RFC 9112, RFC 3986).
    'http-syntax': encodings.equivalentRequests,
    // SHOULD 4: The tenant reads the same content from every equivalent spelling of a JSON body. Examples are white space, escaped
    //   characters, and another order of the members (RFC 8259, 2, 4 and 7).
    'json-syntax': encodings.equivalentRequests,
    // SHOULD 4: The specification does not mention some unusual requests, for example with repeated members, deep nesting, another charset,
    //   or an unexpected query or body. The tenant never returns a 5xx status for such a request. A rejected request changes nothing, and
    //   the response does not report an existing resource as missing. An accepted request has only an effect that one reading of the
    //   request allows.
    'strange-request': encodings.ambiguousRequests,
    // SHOULD 4: GET, HEAD and OPTIONS on the path of an operation change nothing, and get no 5xx status except 501. A 405 response contains
    //   an Allow header. HEAD requires the same token as GET, and finds the same resource as GET (RFC 9110, 9.2.1, 9.3.2 and 15.5.6).
    'other-methods': encodings.otherMethods,
  },
})
