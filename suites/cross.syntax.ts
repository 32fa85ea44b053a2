// Other notations of requests, and requests without a defined meaning (part 4).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('syntax', {
  each: {
    // SHOULD 4: A request that is written in another way that HTTP allows (its Accept header, the case of header names, unknown headers, an
    //   escape in its path, the framing of its body) is served like a plain one (RFC 9110, RFC 9112, RFC 3986).
    'http-syntax': encodings.equivalentRequests,
    // SHOULD 4: A JSON body that is written differently, with white space, with escapes or with its members in another order, means the
    //   same (RFC 8259, 2, 4 and 7).
    'json-syntax': encodings.equivalentRequests,
    // SHOULD 4: A strange request, with repeated members, deep nesting, another charset, or a query or a body that nobody asked for, never
    //   gets a 5xx. Where it is refused, it changes nothing and denies nothing that exists; where it is accepted, it does what it can mean.
    'strange-request': encodings.ambiguousRequests,
    // SHOULD 4: GET, HEAD and OPTIONS on the path of an operation change nothing and get no 5xx but 501; a 405 names the methods that
    //   exist; HEAD needs the token that GET needs, and finds what GET finds (RFC 9110, 9.2.1, 9.3.2 and 15.5.6).
    'other-methods': encodings.otherMethods,
  },
})
