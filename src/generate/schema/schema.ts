// Reads schemas without assuming that they are well-formed.
import type { Json } from '../../base/json.ts'

/** Equal objects can be different schemas, so compare references. */
export type SchemaObject = Readonly<Record<string, unknown>>
export type Schema = SchemaObject | boolean

/** A schema in a dynamic scope (JSON Schema Core, section 7.1). Equal nodes are one object. */
export interface Node {
  readonly id: number
  readonly schema: Schema
  readonly scope: readonly string[]
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value)
}

export function numberOf(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}

export function stringOf(schema: SchemaObject, keyword: string): string | undefined {
  const value = schema[keyword]
  return typeof value === 'string' ? value : undefined
}

export function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

export function schemaIn(value: unknown): Schema | undefined {
  return isSchema(value) ? value : undefined
}

export function schemasOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

const named = new WeakMap<object, readonly (readonly [string, Schema])[]>()

export function namedSchemasOf(value: unknown): readonly (readonly [string, Schema])[] {
  if (!isSchemaObject(value)) return []
  let entries = named.get(value)
  if (entries === undefined) {
    entries = Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    named.set(value, entries)
  }
  return entries
}

export function enumOf(schema: SchemaObject, keyword: 'enum' | 'const'): readonly Json[] | undefined {
  if (!Object.hasOwn(schema, keyword)) return undefined
  const value = schema[keyword] as Json
  if (keyword === 'const') return [value]
  return Array.isArray(value) ? value : undefined
}
