// JSON Schema (draft 2020-12) to fast-check arbitraries: valid, boundary and violating instances.
// Its folders, each importing only those before it: value, schema, judge, arbitrary, conjunction, regex, leaf, draw, break.

export { type BoundaryItem, boundary } from './boundary.ts'
export type { Side } from './break/probe.ts'
export { GenerateError } from './generate-error.ts'
export type { GenerateOptions } from './options.ts'
export type { Schema, SchemaObject } from './schema/schema.ts'
export { valid } from './valid.ts'
export { type Broken, type Violation, type ViolationClass, violation, violations } from './violation.ts'
