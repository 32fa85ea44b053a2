// Sends requests in equivalent, ambiguous and malformed spellings. Other folders import only this file.

export { ambiguousRequests } from './ambiguous-requests.ts'
export { baselineOf } from './baseline.ts'
export { equivalentRequests } from './equivalent-requests.ts'
export { formNested } from './form-nested.ts'
export { formRefused } from './form-refused.ts'
export { formSyntax } from './form-syntax.ts'
export { otherMethods } from './other-methods.ts'
export { otherTypes } from './other-types.ts'
