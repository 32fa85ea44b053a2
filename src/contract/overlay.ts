// Overlays: what a profile or an observation adds to the contract's schemas, which hold only what the specification shows.
import { isObject, type Json } from '../base/json.ts'
import { type OpenProperty, openPropertyOf, type Schema } from './schema.ts'

/** Answers to open points that narrow schemas, by their ids: the name of a property, or the values that are allowed. */
export type Overlay = ReadonlyMap<string, Json>

/**
 * `schema` with the overlay applied: an open property under its name, and what a request may hold where `x-not-shown` says
 * that the specification does not show the `enum`.
 */
export function applyOverlay(schema: Schema, overlay: Overlay, side: 'request' | 'response'): Schema {
  const key = JSON.stringify([side, ...overlay])
  const made = narrowed.get(schema) ?? new Map<string, Schema>()
  narrowed.set(schema, made)
  const known = made.get(key)
  if (known !== undefined) return known
  const fresh = narrow(schema, overlay, side) as Schema
  made.set(key, fresh)
  return fresh
}

// Asked for with every look at a resource, and another one only when an open point is answered. What is made is never changed.
const narrowed = new WeakMap<Schema, Map<string, Schema>>()

function narrow(schema: Json, overlay: Overlay, side: 'request' | 'response'): Json {
  if (Array.isArray(schema)) return schema.map((item) => narrow(item, overlay, side))
  if (!isObject(schema)) return schema
  const made: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'x-open-property') continue
    made[key] = key.startsWith('x-') ? value : narrow(value, overlay, side)
  }
  const open = openPropertyOf(schema)
  const name = open === null ? undefined : overlay.get(open.point)
  if (open !== null && typeof name === 'string') addProperty(made, open, name, side)
  const notShown = schema['x-not-shown']
  if (side === 'request' && isObject(notShown)) {
    const values = overlay.get(String(notShown.enum))
    if (values !== undefined) made.enum = values
  }
  return made
}

// Required in an `allOf` branch of its own, so that its absence is blamed on its own clause.
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
