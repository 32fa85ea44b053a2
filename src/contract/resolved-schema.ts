// Replaces open points in a schema by their declared or observed answers.
import { isObject, type Json } from '../base/json.ts'
import { type OpenProperty, openPropertyOf, type Schema } from './schema.ts'

/** Names of properties, or lists of allowed values, by open point. */
export type SchemaAnswers = ReadonlyMap<string, Json>

/** Fills in the answers. In requests, an answer also limits members without listed values (`x-not-shown`). */
export function resolvedSchema(schema: Schema, answers: SchemaAnswers, side: 'request' | 'response'): Schema {
  const key = JSON.stringify([side, ...answers])
  const made = narrowed.get(schema) ?? new Map<string, Schema>()
  narrowed.set(schema, made)
  const known = made.get(key)
  if (known !== undefined) return known
  const fresh = narrow(schema, answers, side) as Schema
  made.set(key, fresh)
  return fresh
}

const narrowed = new WeakMap<Schema, Map<string, Schema>>()

function narrow(schema: Json, answers: SchemaAnswers, side: 'request' | 'response'): Json {
  if (Array.isArray(schema)) return schema.map((item) => narrow(item, answers, side))
  if (!isObject(schema)) return schema
  const made: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'x-open-property') continue
    made[key] = key.startsWith('x-') ? value : narrow(value, answers, side)
  }
  const open = openPropertyOf(schema)
  const name = open === null ? undefined : answers.get(open.point)
  if (open !== null && typeof name === 'string') addProperty(made, open, name, side)
  const notShown = schema['x-not-shown']
  if (side === 'request' && isObject(notShown)) {
    const values = answers.get(String(notShown.enum))
    if (values !== undefined) made.enum = values
  }
  return made
}

// Requires the property in a separate schema, so that a missing property fails only its own clause.
function addProperty(
  schema: Record<string, Json>,
  { schema: property, requiredIn }: OpenProperty,
  name: string,
  side: 'request' | 'response',
): void {
  schema.properties = { ...(isObject(schema.properties) ? schema.properties : {}), [name]: property }
  if (requiredIn !== side) return
  const branch = { required: [name], 'x-clauses': property['x-clauses'] ?? {} }
  schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), branch]
}
