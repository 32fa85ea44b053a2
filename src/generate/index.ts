// JSON Schema (draft 2020-12) to fast-check arbitraries: valid, boundary and violating instances.
export { type BoundaryItem, boundary } from './boundary.ts'
export { GenerateError } from './generate-error.ts'
export type { GenerateOptions } from './options.ts'
export type { Side } from './probe.ts'
export type { Schema, SchemaObject } from './schema.ts'
export { valid } from './valid.ts'
export { type Broken, type Violation, type ViolationClass, violation, violations } from './violation.ts'
