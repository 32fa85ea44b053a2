// Turns JSON Schemas (2020-12, 2019-09, 7, 6, 4, OpenAPI) into arbitraries of fast-check. Each folder
// imports only folders before it in this order: value, schema, branch, keyword, judge, arbitrary,
// conjunction, regex, leaf, shrink, draw, break.

export type { Weight } from './arbitrary/shares.ts'
export { type BoundaryItem, boundary } from './boundary.ts'
export { type Explanation, explain, type Reach } from './explain.ts'
export type { FromSchema } from './from-schema.ts'
export { GenerateError } from './generate-error.ts'
export type { CustomKeyword, CustomKeywords } from './keyword/custom.ts'
export type { CustomFormat, CustomFormats, DescribedFormat } from './keyword/format.ts'
export type { Side } from './keyword/rule.ts'
export type { GenerateOptions } from './options.ts'
export type { Dialect } from './schema/dialect.ts'
export type { Schema, SchemaObject } from './schema/schema.ts'
export type { Annotation } from './schema/schema-index.ts'
export { valid } from './valid.ts'
export {
  type Broken,
  type Violation,
  type ViolationClass,
  violation,
  violations,
  violationsOf,
} from './violation.ts'
