// Encodings: the ways in which one request can be written, by which its meaning must not change: forms, JSON text, HTTP. What no
// standard gives a meaning is tried as well. Entered by this file alone.
export { formNested } from './form-nested.ts'
export { formRefused } from './form-refused.ts'
export { formSyntax } from './form-syntax.ts'
export { otherMethods } from './other-methods.ts'
export { otherTypes } from './other-types.ts'
export { plainOf } from './plain.ts'
export { sameRequest } from './same-request.ts'
export { strangeRequests } from './strange.ts'
