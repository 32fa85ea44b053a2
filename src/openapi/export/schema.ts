// Converts a schema of a contract for tools that read OpenAPI.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'

export const conformanceKey = 'x-conformance'

// Keys of these objects are no keywords, even if they start with `x-`.
const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])

export function published(schema: Json): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(published)
  if (!isObject(schema)) return schema
  const carried = schema['x-clauses']
  const named = isObject(carried)
    ? Object.fromEntries(Object.entries(carried).filter(([keyword, id]) => id !== null && keyword in schema))
    : {}
  return {
    ...Object.fromEntries(
      Object.entries(withExamples(schema))
        .filter(([key]) => !key.startsWith('x-'))
        .map(([key, member]) => [key, maps.has(key) ? mapOf(member) : published(member)]),
    ),
    ...(Object.keys(named).length === 0 ? {} : { [conformanceKey]: named }),
  }
}

/** Replaces an incomplete `enum` by `examples`, because `enum` would forbid the other values. */
function withExamples(schema: JsonObject): JsonObject {
  const { 'x-not-shown': open, enum: values, ...others } = schema
  return isObject(open) && 'enum' in open && values !== undefined ? { ...others, examples: values } : schema
}

function mapOf(members: Json): Json {
  if (!isObject(members)) return members
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, published(member)]),
  ) as JsonObject
}
