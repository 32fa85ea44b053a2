// Clauses about equivalent, ambiguous and unusual requests (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('syntax', {
  each: {
    // SHOULD 4: Requests that have the same meaning in HTTP have the same effect. For example, a request can have another Accept header
    //   that allows JSON, header names in upper case, unknown headers, a percent-encoded letter in the path, or a chunked body (RFC 9110,
    //   RFC 9112, RFC 3986).
    'http-syntax': encodings.equivalentRequests,
    // SHOULD 4: All equivalent spellings of a JSON body have the same effect. For example, a body can contain additional white space,
    //   escaped characters, or its members in another order (RFC 8259, 2, 4 and 7).
    'json-syntax': encodings.equivalentRequests,
    // SHOULD 4: The specification does not mention some unusual requests, for example requests with repeated members, deep nesting, another
    //   charset, or an unexpected query or body. For these requests, the tenant never returns a 5xx status, and never returns 404 or 410 if
    //   the resource exists. A rejected request changes nothing. An accepted request has an effect that the request can mean. For example,
    //   if a request contains the same member twice, the tenant stores one of the two values.
    'strange-request': encodings.ambiguousRequests,
    // SHOULD 4: A GET, HEAD or OPTIONS request to the path of an operation changes nothing, and gets no 5xx status except 501. A 405
    //   response contains an Allow header. If the tenant rejects GET without a token, the tenant also rejects HEAD without a token. HEAD
    //   does not return 404 or 410 for a resource that GET finds (RFC 9110, 9.2.1, 9.3.2 and 15.5.6).
    'other-methods': encodings.otherMethods,
  },
})
