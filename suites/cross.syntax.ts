// Clauses about other notations of requests, and about requests without a defined meaning (part 4
// of the specification).
import { crossSuite, encodings } from '../src/suite.ts'

export default crossSuite('syntax', {
  each: {
    // SHOULD 4: The tenant serves every equivalent spelling of a request that HTTP allows: for example another Accept header, another
    //   letter case of header names, unknown headers, an escape in the path, or another framing of the body (RFC 9110, RFC 9112, RFC 3986).
    'http-syntax': encodings.equivalentRequests,
    // SHOULD 4: The tenant reads the same content from every equivalent spelling of a JSON body: with white space, with escapes, or with
    //   another order of members (RFC 8259, 2, 4 and 7).
    'json-syntax': encodings.equivalentRequests,
    // SHOULD 4: The tenant never returns a 5xx status for an ambiguous request: one with repeated members, deep nesting, another charset,
    //   or an unexpected query or body. A rejected one changes nothing and does not report an existing resource as missing; an accepted one
    //   has only an effect that it can mean.
    'strange-request': encodings.ambiguousRequests,
    // SHOULD 4: GET, HEAD and OPTIONS on the path of an operation change nothing and get no 5xx status except 501. A 405 response names the
    //   existing methods; HEAD requires the token that GET requires and finds the resource that GET finds (RFC 9110, 9.2.1, 9.3.2 and
    //   15.5.6).
    'other-methods': encodings.otherMethods,
  },
})
