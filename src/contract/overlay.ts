// Overlays: what a profile or an observation adds to the contract's schemas, which hold only what the specification shows.
import { isObject, type Json, type JsonObject } from '../base/json.ts'
import type { Schema } from './schema.ts'

/** What narrows a schema. */
export interface Overlay {
  /** Name of the forwarding-state field; null while unknown. */
  readonly forwardingStateField: string | null
  /** Allowed event type names; null while unknown. */
  readonly eventTypes: readonly string[] | null
}

/**
 * `schema` with the overlay applied: the forwarding-state field under its name, event types as an enumeration.
 * @param side in a response the forwarding-state field is required, in a request it is optional (part 2.4)
 */
export function applyOverlay(schema: Schema, overlay: Overlay, side: 'request' | 'response'): Schema {
  return narrow(schema, overlay, side) as Schema
}

function narrow(schema: Json, overlay: Overlay, side: 'request' | 'response'): Json {
  if (Array.isArray(schema)) return schema.map((item) => narrow(item, overlay, side))
  if (!isObject(schema)) return schema
  const narrowed: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'x-forwarding-state') continue
    narrowed[key] = key.startsWith('x-') ? value : narrow(value, overlay, side)
  }
  const state = schema['x-forwarding-state']
  if (isObject(state) && overlay.forwardingStateField !== null)
    addState(narrowed, state, overlay.forwardingStateField, side)
  const notShown = schema['x-not-shown']
  if (
    side === 'request' &&
    isObject(notShown) &&
    notShown.enum === 'event-types' &&
    overlay.eventTypes !== null
  )
    narrowed.enum = overlay.eventTypes
  return narrowed
}

// A required member of its own `allOf` branch, so that its absence is blamed on the state's own clause.
function addState(
  schema: Record<string, Json>,
  state: JsonObject,
  field: string,
  side: 'request' | 'response',
): void {
  schema.properties = { ...(isObject(schema.properties) ? schema.properties : {}), [field]: state }
  if (side === 'response') schema.allOf = [{ required: [field], 'x-clauses': state['x-clauses'] ?? {} }]
}
