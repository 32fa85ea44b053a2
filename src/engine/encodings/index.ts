// Encodings: equivalent ways to write a request, and ways that no standard defines. The folder's only entry.

export { ambiguousRequests } from './ambiguous-requests.ts'
export { baselineOf } from './baseline.ts'
export { equivalentRequests } from './equivalent-requests.ts'
export { formNested } from './form-nested.ts'
export { formRefused } from './form-refused.ts'
export { formSyntax } from './form-syntax.ts'
export { otherMethods } from './other-methods.ts'
export { otherTypes } from './other-types.ts'
