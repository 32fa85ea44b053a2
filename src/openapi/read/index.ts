// Reads OpenAPI documents of any version as OpenAPI 3.1: from files, addresses, or memory.

export type { OpenApiDocument } from './document.ts'
export { documentOf, readDocument } from './read.ts'
export type { Remark } from './state/remarks.ts'
