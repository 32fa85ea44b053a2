// The id in the body of a change: another one would rename the resource, so the run sends none or its own.
import { isObject, type Json, tokenOf } from '../../base/json.ts'
import type { Resource } from '../resource.ts'
import type { Schema } from '../schema.ts'

/** Marks the member that requests fill with the resource's own id; its value is the type. */
export const ownIdKeyword = 'x-own-id'

/** Leaves an optional id out, and takes the keywords of a required one away. */
export function withOwnIdOnly(schema: Schema, { id, serverSet }: Pick<Resource, 'id' | 'serverSet'>): Schema {
  const { properties, required } = schema
  // What the service sets can't be renamed.
  if (serverSet.has(id) || !isObject(properties)) return schema
  const name = Object.keys(properties).find((one) => `/${tokenOf(one)}` === id)
  if (name === undefined) return schema
  const { [name]: member = {}, ...others } = properties
  if (!Array.isArray(required) || !required.includes(name)) return { ...schema, properties: others }
  return { ...schema, properties: { ...others, [name]: { [ownIdKeyword]: typeIn(member) } } }
}

function typeIn(schema: Json): Json {
  const types = isObject(schema) ? [schema.type].flat() : []
  return types.some((type) => type === 'integer' || type === 'number') ? 'number' : 'string'
}
