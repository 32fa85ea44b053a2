// Reads OpenAPI documents of any version, and returns them as OpenAPI 3.1.

export type { OpenApiDocument } from './document.ts'
export { documentOf, readDocument } from './read.ts'
export type { Remark } from './state/remarks.ts'
