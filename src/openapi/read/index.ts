// Reads OpenAPI documents of any version as 3.1.

export type { OpenApiDocument } from './document.ts'
export { documentOf, readDocument } from './read.ts'
export type { Remark } from './state/remarks.ts'
